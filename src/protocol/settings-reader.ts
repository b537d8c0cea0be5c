/** A setting with a value that it cannot have. */
export interface SettingFault {
  /** As in `statelens.NAME`. */
  readonly name: string;
  readonly value: unknown;
  /** Allowed values, as `must be …`. */
  readonly expected: string;
  /** The value that counts in its place; undefined: the one of the model, or none. */
  readonly used: unknown;
}

/** The bounds of a number, both included unless `isAbove`. */
interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly isWhole?: boolean;
  /** True if the number must be above `least`. */
  readonly isAbove?: boolean;
  /** True if the nearest bound counts for a number outside of them, and not the default. */
  readonly isBounded?: boolean;
}

/** Longest value that is shown. */
const MAX_SHOWN = 60;

/**
 * Reads settings one by one. What is missing has its default in silence; what is there and cannot be has it, too, and is a fault.
 */
export class SettingsReader {
  readonly faults: SettingFault[] = [];
  readonly #valueOf: (name: string) => unknown;

  /** @param valueOf the value of a setting by its name below `statelens`; undefined or null where it is not set */
  constructor(valueOf: (name: string) => unknown) {
    this.#valueOf = valueOf;
  }

  flag(name: string, otherwise = false): boolean {
    const value = this.#valueOf(name);
    return typeof value === 'boolean' ? value : this.#fault(name, value, 'true or false', otherwise);
  }

  /** @param otherwise by default the first of the choices */
  oneOf<const Choices extends readonly [string, ...string[]]>(
    name: string,
    choices: Choices,
    otherwise: Choices[number] = choices[0],
  ): Choices[number] {
    const value = this.#valueOf(name);
    const found = choices.find((one) => one === value);
    return found ?? this.#fault(name, value, `one of ${choices.join(', ')}`, otherwise);
  }

  number<Otherwise extends number | undefined>(name: string, bounds: Bounds, otherwise: Otherwise): number | Otherwise {
    const value = this.#valueOf(name);
    const { least, most, isWhole = false, isAbove = false, isBounded = false } = bounds;
    const isNumber = typeof value === 'number' && Number.isFinite(value) && (!isWhole || Number.isInteger(value));
    if (isNumber && value <= most && (isAbove ? value > least : value >= least)) return value;
    const words = `a ${isWhole ? 'whole ' : ''}number ${isAbove ? `above ${least} and at most` : `from ${least} to`} ${most}`;
    const used = isNumber && isBounded ? Math.min(most, Math.max(least, value)) : otherwise;
    return this.#fault(name, value, words, used);
  }

  /** A text without the white space around it. */
  text(name: string, otherwise = ''): string {
    const value = this.#valueOf(name);
    if (typeof value !== 'string') return this.#fault(name, value, 'a text', otherwise);
    return value.trim() === '' ? otherwise : value.trim();
  }

  /** The entries of an object that are good. */
  entries<Value>(name: string, expected: string, isGood: (key: string, value: unknown) => value is Value) {
    const value = this.#valueOf(name);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const good: Record<string, Value> = {};
    for (const [key, one] of Object.entries(isObject ? value : this.#fault(name, value, 'an object', {}))) {
      if (isGood(key, one)) good[key] = one;
      else this.#fault(`${name}.${key}`, one, expected, undefined);
    }
    return good;
  }

  #fault<Used>(name: string, value: unknown, expected: string, used: Used): Used {
    if (value !== undefined && value !== null) this.faults.push({ name, value, expected, used });
    return used;
  }
}

/** A fault in one sentence: the setting, its value, what it can be, and what counts in its place. */
export function settingFaultText({ name, value, expected, used }: SettingFault): string {
  const shown = JSON.stringify(value) ?? String(value);
  const cut = shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown;
  const instead = used === undefined ? 'it is ignored' : `${JSON.stringify(used)} is used`;
  return `the setting statelens.${name} is ${cut}, and must be ${expected}: ${instead}`;
}
