// @ts-ignore: decorator
@inline
export function pop(bits: u64): i32 {
  return <i32>popcnt<u64>(bits);
}

// @ts-ignore: decorator
@inline
export function low(bits: u64): i32 {
  return <i32>ctz<u64>(bits);
}

// @ts-ignore: decorator
@inline
export function bit(square: i32): u64 {
  return <u64>1 << <u64>square;
}
