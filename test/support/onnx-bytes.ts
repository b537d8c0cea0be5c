/**
 * Writes ONNX models, as far as tests need them: the protobuf messages of onnx.proto by hand. Numbers in comments are those of
 * the fields there.
 */

const encoder = new TextEncoder();

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

const join = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

const whole = (field: number, value: number): Uint8Array => Uint8Array.from([...varint(field * 8), ...varint(value)]);
const bytes = (field: number, value: Uint8Array): Uint8Array =>
  join([Uint8Array.from([...varint(field * 8 + 2), ...varint(value.length)]), value]);
const text = (field: number, value: string): Uint8Array => bytes(field, encoder.encode(value));
const message = (field: number, ...parts: Uint8Array[]): Uint8Array => bytes(field, join(parts));

const FLOAT = 1;
const INT64 = 7;

/** A tensor of constants. */
export interface Constant {
  readonly name: string;
  readonly dims: readonly number[];
  readonly values: readonly number[];
  /** Default `float`. */
  readonly type?: 'float' | 'int64';
}

/** An operator; its inputs and outputs are named. Attributes are whole numbers. */
export interface Operator {
  readonly type: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, number>>;
}

/** An input or output; a dimension with a name may have any size. */
export interface Port {
  readonly name: string;
  readonly type: 'float' | 'int64';
  readonly dims: readonly (number | string)[];
}

export interface OnnxModel {
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  readonly constants: readonly Constant[];
  readonly operators: readonly Operator[];
  /** Version of the operators; default 17. */
  readonly opset?: number;
}

/** The bytes of `model.onnx`. */
export function onnxBytes({ inputs, outputs, constants, operators, opset = 17 }: OnnxModel): Uint8Array {
  const graph = [
    ...operators.map(nodeOf), // node = 1
    text(2, 'test'), // name
    ...constants.map((one) => message(5, ...tensorOf(one))), // initializer
    ...inputs.map((port) => portOf(11, port)), // input
    ...outputs.map((port) => portOf(12, port)), // output
  ];
  return join([
    whole(1, 8), // ir_version
    message(7, ...graph), // graph
    message(8, text(1, ''), whole(2, opset)), // opset_import: domain, version
  ]);
}

function nodeOf({ type, inputs, outputs, attributes = {} }: Operator): Uint8Array {
  const attribute = ([name, value]: [string, number]): Uint8Array =>
    message(5, text(1, name), whole(3, value), whole(20, 2)); // AttributeProto: name, i, type INT
  return message(
    1,
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, type), // op_type
    ...Object.entries(attributes).map(attribute),
  );
}

function tensorOf({ name, dims, values, type = 'float' }: Constant): Uint8Array[] {
  const data = type === 'float' ? Float32Array.from(values) : BigInt64Array.from(values, BigInt);
  return [
    ...dims.map((dim) => whole(1, dim)),
    whole(2, type === 'float' ? FLOAT : INT64), // data_type
    text(8, name),
    bytes(9, new Uint8Array(data.buffer)), // raw_data
  ];
}

function portOf(field: number, { name, type, dims }: Port): Uint8Array {
  const dim = (size: number | string): Uint8Array =>
    message(1, typeof size === 'number' ? whole(1, size) : text(2, size)); // dim_value or dim_param
  const tensor = message(1, whole(1, type === 'float' ? FLOAT : INT64), message(2, ...dims.map(dim))); // elem_type, shape
  return message(field, text(1, name), bytes(2, tensor));
}
