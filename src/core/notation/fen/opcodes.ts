/** The operands of an EPD operation. */
export type Operands = 'moves' | 'move' | 'line' | 'count' | 'number' | 'text' | 'none' | 'any';

export interface Opcode {
  readonly operands: Operands;
  readonly meaning: string;
}

const opcode = (operands: Operands, meaning: string): Opcode => ({ operands, meaning });

/** The opcodes of EPD (PGN standard 16.2.5), with the analysis depth that every engine writes. */
export const OPCODES: ReadonlyMap<string, Opcode> = new Map([
  ['bm', opcode('moves', 'best moves')],
  ['am', opcode('moves', 'moves to avoid')],
  ['id', opcode('text', 'name of the position')],
  ['dm', opcode('count', 'direct mate, in moves')],
  ['pv', opcode('line', 'principal variation')],
  ['ce', opcode('number', 'evaluation in centipawns')],
  ['acd', opcode('count', 'analysis depth, in plies')],
  ['acn', opcode('count', 'analysis, nodes')],
  ['acs', opcode('number', 'analysis, seconds')],
  ['hmvc', opcode('count', 'halfmove clock')],
  ['fmvn', opcode('count', 'fullmove number')],
  ['sm', opcode('move', 'move supplied')],
  ['pm', opcode('move', 'predicted move')],
  ['sv', opcode('any', 'supplied variation')],
  ['eco', opcode('any', 'opening code (ECO)')],
  ['nic', opcode('any', 'opening code (NIC)')],
  ['rc', opcode('count', 'how often the position has occurred')],
  ['resign', opcode('none', 'the game is resigned')],
  ['draw_accept', opcode('none', 'a draw is accepted')],
  ['draw_claim', opcode('none', 'a draw is claimed')],
  ['draw_offer', opcode('none', 'a draw is offered')],
  ['draw_reject', opcode('none', 'a draw is rejected')],
  ['noop', opcode('any', 'no operation')],
  ['refcom', opcode('any', 'referee command')],
  ['refreq', opcode('any', 'referee request')],
  ['tcgs', opcode('any', 'game selector')],
  ['tcri', opcode('any', 'receiver')],
  ['tcsi', opcode('any', 'sender')],
  // not in the standard: the rules by which the record is checked
  ['variant', opcode('text', 'variant of the position')],
  ...Array.from({ length: 10 }, (_, i): [string, Opcode] => [`c${i}`, opcode('any', 'comment')]),
  ...Array.from({ length: 10 }, (_, i): [string, Opcode] => [`v${i}`, opcode('any', 'variation name')]),
]);

/** True if an opcode is part of the standard. */
export const isKnownOpcode = (name: string): boolean => OPCODES.has(name);
