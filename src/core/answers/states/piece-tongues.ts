/** How a language names the sides and the pieces, pawn to king. */
export interface Tongue {
  readonly white: string;
  readonly black: string;
  /** Patterns of the names of pieces. */
  readonly names: readonly string[];
  /** Letters before a square. */
  readonly letters: readonly string[];
}

/** The languages in which lists of pieces are read. The sides tell which it is. */
export const TONGUES: readonly Tongue[] = [
  {
    white: 'white|w',
    black: 'black|b',
    names: ['pawns?', 'knights?', 'bishops?', 'rooks?', 'queens?', 'kings?'],
    letters: ['p', 'n', 'b', 'r', 'q', 'k'],
  },
  {
    white: 'weiß|weiss|weiße|weisse',
    black: 'schwarz|schwarze',
    names: ['bauern?', 'springer', 'läufer|laeufer', 'turm|türme|tuerme', 'damen?', 'könig|koenig'],
    letters: ['b', 's', 'l', 't', 'd', 'k'],
  },
  {
    white: 'blancs?|les blancs',
    black: 'noirs?|les noirs',
    names: ['pions?', 'cavaliers?', 'fous?', 'tours?', 'dames?|reines?', 'rois?'],
    letters: ['p', 'c', 'f', 't', 'd', 'r'],
  },
  {
    white: 'blancas?|las blancas',
    black: 'negras?|las negras',
    names: ['pe[oó]n(?:es)?', 'caballos?', 'alfil(?:es)?', 'torres?', 'damas?|reinas?', 'rey'],
    letters: ['p', 'c', 'a', 't', 'd', 'r'],
  },
  {
    white: 'bianco|bianchi',
    black: 'nero|neri',
    names: ['pedon[ei]', 'cavall[oi]', 'alfier[ei]', 'torr[ei]', 'donn[ae]|regin[ae]', 're'],
    letters: ['p', 'c', 'a', 't', 'd', 'r'],
  },
  {
    white: 'brancas?|as brancas',
    black: 'pretas?|as pretas',
    names: ['pe(?:ão|ões)', 'cavalos?', 'bispos?', 'torres?', 'damas?|rainhas?', 'rei'],
    letters: ['p', 'c', 'b', 't', 'd', 'r'],
  },
  {
    white: 'белые|белых|белый',
    black: 'ч[её]рные|ч[её]рных|ч[её]рный',
    names: ['пешк[аи]|пешек', 'кон[ьи]', 'слоны?', 'ладь[яи]', 'ферзь|ферзи', 'король'],
    letters: ['п', 'к', 'с', 'л', 'ф', 'кр'],
  },
  {
    white: '白方|白棋|白',
    black: '黑方|黑棋|黑|黒|黒番|先手',
    names: [
      '兵|卒|ポーン',
      '马|馬|骑士|ナイト',
      '象|主教|ビショップ',
      '车|車|城堡|ルーク',
      '后|皇后|クイーン',
      '王|国王|キング',
    ],
    letters: ['兵', '马', '象', '车', '后', '王'],
  },
];
