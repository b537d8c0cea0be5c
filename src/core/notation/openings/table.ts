/*
 * Named openings from lichess-org/chess-openings (https://github.com/lichess-org/chess-openings), dedicated to the public
 * domain under CC0 1.0. Written by scripts/make-openings.mjs; not to be edited.
 */

/**
 * One opening a line, in the order of their moves: how many half-moves it shares with the line before, the moves behind
 * those, the ECO code, the name.
 */
export const OPENING_TABLE = `0|Na3|A00|Sodium Attack
1|e5 Nc4 Nc6 e4 f5|A00|Sodium Attack: Durkin Gambit
2|d3 Bxa3 bxa3 d5 e3 c5 Rb1|A00|Sodium Attack: Celadon Variation
1|g6 g4|A00|Sodium Attack: Chenoboskion Variation
0|Nc3|A00|Van Geet Opening
1|Nf6 g4|A00|Van Geet Opening: Tübingen Gambit
1|b5|A00|Van Geet Opening: Laroche Gambit
1|c5 Nf3 Nc6 d4 cxd4 Nxd4|A00|Van Geet Opening: Sicilian Two Knights
2|Rb1|A00|Van Geet Opening: Twyble Attack
2|b4|A00|Van Geet Opening: Düsseldorf Gambit
2|d4 cxd4 Qxd4 Nc6 Qh4|A00|Van Geet Opening: Novosibirsk Variation
1|d5 d3 Nf6 g3|A00|Van Geet Opening: Venezolana Variation
2|e3 e5 d4 Bb4|A00|Van Geet Opening: Sleipnir Gambit
2|e4 dxe4 Bc4|A00|Van Geet Opening: Hector Gambit
4|d3|A00|Van Geet Opening: Dunst-Perrenet Gambit
4|f3|A00|Van Geet Opening: Dougherty Gambit
2|f4 d4 Ne4 c5|A00|Van Geet Opening: Melleby Gambit
5|e5|A00|Van Geet Opening: Pfeiffer Gambit
6|Nf3|A00|Van Geet Opening: Pfeiffer Gambit, Sleipnir Countergambit
5|f5 Nf2 Nf6 Nf3 c5 b4|A00|Van Geet Opening: Jendrossek Gambit
3|e5|A00|Van Geet Opening: Damhaug Gambit
3|g5|A00|Van Geet Opening: Warsteiner Gambit
1|d6 f4 e5 fxe5 Nc6|A00|Van Geet Opening: Hergert Gambit
1|e5|A00|Van Geet Opening: Reversed Nimzowitsch
2|Nf3 Bc5|A00|Van Geet Opening: Billockus-Johansen Gambit
3|Nc6 d4|A00|Van Geet Opening: Napoleon Attack
2|b3 d5 e4 dxe4 d3|A00|Van Geet Opening: Gladbacher Gambit
2|d4 exd4 Qxd4 Nc6 Qa4|A00|Van Geet Opening: Reversed Scandinavian
2|e3 d5 Qh5 Be6|A00|Van Geet Opening: Hulsemann Gambit
5|Nf6|A00|Van Geet Opening: Liebig Gambit
2|f4 exf4 e4|A00|Van Geet Opening: Nowokunski Gambit
1|f5 e4 fxe4 d3|A00|Van Geet Opening: Kluever Gambit
1|g6 h4|A00|Van Geet Opening: Myers Attack
0|Nf3|A04|Zukertort Opening
1|Na6 e4 Nh6|A04|Zukertort Opening: Drunken Cavalry Variation
3|c5|A04|Zukertort Defense: Sicilian Knight Variation
1|Nc6|A04|Zukertort Opening: Black Mustang Defense
1|Nf6|A05|Zukertort Opening
2|Nc3 Nc6|A05|Zukertort Opening
2|a4 g6 b4|A05|Zukertort Opening: Myers Polish Attack
2|b3|A05|Zukertort Opening: Nimzo-Larsen Variation
2|b4 g6 Bb2|A05|Polish Opening: Zukertort System
2|c4 c6 b3 d5 Bb2 Bf5|A12|Réti Opening: Anglo-Slav Variation, New York System
8|d3|A12|Réti Opening: Anglo-Slav Variation, New York System
8|e3|A12|Réti Opening: Anglo-Slav Variation, New York System
2|e3|A05|Zukertort Opening: Quiet System
2|e4|A05|Zukertort Opening: Lemberger Gambit
2|g3 b5|A05|King's Indian Attack: Spassky Variation
3|d5|A05|King's Indian Attack
4|Bg2 c6 O-O Bf5|A07|King's Indian Attack, with Bf5
8|d3 e6 Nbd2|A07|King's Indian Attack, with Bf5
10|Nh4|A07|King's Indian Attack, with Bf5
9|h6|A07|King's Indian Attack, with Bf5
10|c4 dxc4|A07|King's Indian Attack, with Bf5
11|e6|A11|Réti Opening: Anglo-Slav Variation, with g3
7|Bg4|A07|King's Indian Attack: Yugoslav Variation
5|e6|A07|King's Indian Attack, with e6
6|O-O Be7|A07|King's Indian Attack, with e6
3|g6|A05|King's Indian Attack: Symmetrical Defense
4|Bg2 Bg7 O-O O-O d3 d5|A05|King's Indian Attack: Wahls Defense
4|b3 Bg7 Bb2 O-O Bg2 d6 O-O|A05|Zukertort Opening: Double Fianchetto Attack
4|b4|A05|King's Indian Attack: Smyslov Variation
1|Nh6 d4 g6|A04|Zukertort Defense: Kingside Variation
1|a5|A04|Zukertort Opening: Ware Defense
1|a6|A04|Zukertort Opening: St. George Defense
1|b5|A04|Zukertort Opening: Polish Defense
1|b6|A04|Zukertort Opening: Queenside Fianchetto Variation
1|c5|A04|Zukertort Opening: Sicilian Invitation
2|c4 g6 d4 Bg7 e4 Qa5+|A04|Modern Defense: Semi-Averbakh Variation, Pterodactyl Variation
8|Nc3 d6|A42|Pterodactyl Defense
7|Qb6|A04|Modern Defense: Semi-Averbakh Variation, Polish Variation
2|d4 cxd4 e3|A04|Zukertort Opening: Speelsmet Gambit
2|e3 g6 d4 Bg7 dxc5 Qa5+|A04|Colle System: Rhamphorhynchus Variation
1|c6|A04|Zukertort Opening: Slav Invitation
1|d5|A06|Zukertort Opening
2|Nc3|A06|Zukertort Opening: Reversed Mexican Defense
2|Rg1|A06|Zukertort Opening: Ampel Variation
2|a4|A06|Zukertort Opening: The Potato
2|b3|A06|Nimzo-Larsen Attack: Classical Variation
3|Nf6 Bb2 c5 e4|A06|Nimzo-Larsen Attack: Norfolk Gambit
5|g6 c4 c6|A12|Réti Opening: Anglo-Slav Variation, Bled Variation
3|c5 c4 dxc4 Nc3|A06|Zukertort Opening: Regina-Nu Gambit
4|e4|A06|Nimzo-Larsen Attack: Norfolk Gambit
2|c4|A09|Réti Opening
3|b5|A09|Réti Opening: Zilbermints Gambit
3|c6 b3|A12|Réti Opening: Anglo-Slav Variation, Bogoljubow Variation
5|Bf5|A12|Réti Opening: Anglo-Slav Variation, Bogoljubow Variation
6|Bb2|A12|Réti Opening: Anglo-Slav Variation, Bogoljubow Variation
5|Bg4|A12|Réti Opening: Anglo-Slav Variation, Bogoljubow Variation
4|g3 Nf6 Bg2 e6 b3 Be7 Bb2|A14|Réti Opening: Anglo-Slav Variation
3|d4|A09|Réti Opening: Advance Variation
4|Rg1|A09|Réti Opening: Penguin Variation
4|b4 c5|A09|Réti Opening: Advance Variation, Michel Gambit
5|g5|A09|Réti Opening: Advance Variation, Navara Gambit
4|e3 c5 b4|A09|Réti Opening: Reversed Blumenfeld Gambit
3|dxc4|A09|Réti Opening: Réti Accepted
4|e3 Be6|A09|Réti Opening: Réti Gambit, Keres Variation
3|e6 g3 Nf6 Bg2 Be7 O-O O-O b3 c6 Bb2|A14|Réti Opening: Anglo-Slav Variation, Bogoljubow Variation, Stonewall Line
2|d3|A06|Zukertort Opening: Old Indian Attack
2|d4 Bg4|D02|Queen's Pawn Game: Anti-Torre
3|Nf6 c4 e6 Nc3 Be7 Bg5 O-O e3 Nbd7 Rc1 b6 cxd5 exd5 Bb5|D63|Queen's Gambit Declined: Orthodox Defense, Capablanca Variation
13|c6 Qc2 Ne4|D64|Queen's Gambit Declined: Orthodox Defense, Rubinstein Attack
2|e3 Nf6 c4 c6 Nc3 e6 b3 Bd6 Bb2 O-O d4 Nbd7|D45|Semi-Slav Defense: Normal Variation
5|e6 Nc3 Be7 d4 O-O b3 b6 cxd5 exd5 Bb2 Bb7 Bd3|E14|Queen's Indian Defense, with e3
3|c5 c4 dxc4 b3|A06|Zukertort Opening: Pachman Gambit
2|g3|A07|King's Indian Attack
3|Bg4|A07|King's Indian Attack: Keres Variation
4|Bg2 Nd7|A07|King's Indian Attack: Keres Variation
3|Nf6 Bg2 e6 O-O Be7 c4 O-O b3 c5|A14|English Opening: Agincourt Defense, Neo-Catalan Declined
12|e3|A14|English Opening: Agincourt Defense, Neo-Catalan Declined
13|Nc6|A14|English Opening: Agincourt Defense, Neo-Catalan Declined
13|d4|A14|English Opening: Agincourt Defense, Neo-Catalan Declined
3|c5|A07|King's Indian Attack: Sicilian Variation
4|Bg2|A08|King's Indian Attack: Sicilian Variation
5|Nc6|A08|King's Indian Attack: French Variation
6|d4|A08|Zukertort Opening: Reversed Grünfeld
7|Nf6|A08|Zukertort Opening: Reversed Grünfeld
8|O-O|A08|Zukertort Opening: Reversed Grünfeld
7|e6 O-O|A08|Zukertort Opening: Reversed Grünfeld
5|Nf6 O-O e6 d3|A08|King's Indian Attack: Sicilian Variation
3|c6 Bg2 Bg4 O-O Nd7|A07|King's Indian Attack: Keres Variation
8|d4 Ngf6 c4 e6 cxd5 exd5 Nc3 Bd6|A07|King's Indian Attack: Keres Variation
5|Nf6 O-O Bg4 d4 e6|D02|Queen's Pawn Game: Symmetrical Variation, Pseudo-Catalan
3|e5|A07|King's Indian Attack: Omega-Delta Gambit
3|g6|A07|King's Indian Attack: Double Fianchetto
4|Bg2 Bg7 O-O e5 d3 Ne7|A07|King's Indian Attack: Pachman System
1|d6|A04|Zukertort Opening: Pirc Invitation
2|d4 e5|A04|Zukertort Opening: Vos Gambit
2|e4 Bg4|A04|Zukertort Opening: Wade Defense
1|e5|A04|Zukertort Opening: Ross Gambit
2|Nxe5 Nc6 Nxc6 dxc6|A04|Zukertort Opening: The Walrus
1|e6|A04|Zukertort Opening: Queen's Gambit Invitation
2|c4 a6 Nc3 c5 g3 b5|A04|Zukertort Opening: Shabalov Gambit
1|f5|A04|Zukertort Opening: Dutch Variation
2|d3 Nf6 e4|A04|Zukertort Opening: Lisitsyn Gambit Deferred
2|e4|A04|Zukertort Opening: Lisitsyn Gambit
1|f6|A04|Zukertort Opening: Arctic Defense
2|e4 Nh6 d4 Nf7|A04|Zukertort Opening: Arctic Defense, Drunken Knight Variation
1|g5|A04|Zukertort Opening: Herrstrom Gambit
1|g6|A04|Zukertort Opening: Kingside Fianchetto
2|d4 Bg7 e4 d6 c4 c5 dxc5 Qa5+|A04|Modern Defense: Semi-Averbakh Variation, Pterodactyl Variation Accepted
1|h6|A04|Zukertort Opening: Basman Defense
0|Nh3|A00|Amar Opening
1|d5 g3 e5 f4|A00|Amar Opening: Paris Gambit
5|Bxh3 Bxh3 exf4 O-O fxg3 hxg3|A00|Amar Opening: Paris Gambit, Gent Gambit
0|a3|A00|Anderssen's Opening
1|a5 b4|A00|Anderssen's Opening: Polish Gambit
1|e5 Nc3|A00|Van Geet Opening: Battambang Variation
2|b3 d5 c3 Nf6 d3 Nc6 e3 Bd6 f3 O-O g3|A00|Formation: Hippopotamus Attack
2|g3 d5 Bg2 Nf6 d3 Nc6 Nd2 Bd6 e3 O-O h3|A00|Formation: Shy Attack
0|a4|A00|Ware Opening
1|a5|A00|Ware Opening: Symmetric Variation
1|b5 axb5 Bb7|A00|Ware Opening: Wing Gambit
1|b6 d4 d5 Nc3 Nd7|A00|Ware Opening: Cologne Gambit
1|e5 Ra3|A00|Ware Opening: Meadow Hay Trap
2|a5 d5 e3 f5 a6|A00|Ware Opening: Ware Gambit
2|h4|A00|Ware Opening: Crab Variation
0|b3|A01|Nimzo-Larsen Attack
1|Nf6|A01|Nimzo-Larsen Attack: Indian Variation
2|Bb2 g6 g4|A01|Nimzo-Larsen Attack: Spike Variation
1|b5|A01|Nimzo-Larsen Attack: Polish Variation
1|b6|A01|Nimzo-Larsen Attack: Symmetrical Variation
1|c5|A01|Nimzo-Larsen Attack: English Variation
1|d5|A01|Nimzo-Larsen Attack: Classical Variation
2|Ba3|A01|Nimzo-Larsen Attack: Graz Attack
1|e5|A01|Nimzo-Larsen Attack: Modern Variation
2|Bb2 Nc6|A01|Nimzo-Larsen Attack: Modern Variation
4|c4 Nf6|A01|Nimzo-Larsen Attack: Modern Variation
4|e3|A01|Nimzo-Larsen Attack: Modern Variation
4|f4|A01|Nimzo-Larsen Attack: Pachman Gambit
1|f5|A01|Nimzo-Larsen Attack: Dutch Variation
2|Bb2 e6 e4|A01|Nimzo-Larsen Attack: Ringelbach Gambit
0|b4|A00|Polish Opening
1|Nc6|A00|Polish Opening: Grigorian Variation
1|Nf6 Bb2 g6|A00|Polish Opening: King's Indian Variation
4|c4 Bg7 e3 d6 Nf3 O-O d4|A00|Polish Opening: King's Indian Variation, Sokolsky Attack
4|e4|A00|Polish Opening: King's Indian Variation, Schiffler Attack
1|Nh6|A00|Polish Opening: Karniewski Variation
1|b5|A00|Polish Opening: Symmetrical Variation
1|c5|A00|Polish Opening: Birmingham Gambit
1|c6|A00|Polish Opening: Outflank Variation
2|Bb2 a5 b5|A00|Polish Opening: Outflank Variation, Schuehler Gambit
5|cxb5 e4|A00|Polish Opening: Schuehler Gambit
1|d5|A00|Polish Opening, with d5
2|Bb2 Bf5|A00|Polish Opening: Baltic Defense
3|Nf6 Nf3|A00|Polish Opening, with d5
3|Qd6|A00|Polish Opening: German Defense
3|c6 a4|A00|Polish Opening: Myers Variation
2|Nf3|A06|Zukertort Opening: Santasiere's Folly
1|e5 Bb2 c5|A00|Polish Opening: Wolferts Gambit
3|d6|A00|Polish Opening: Czech Defense
3|f6 b5|A00|Polish Opening: Bugayev Advance Variation
4|e4|A00|Polish Opening: Tartakower Gambit
2|a3|A00|Polish Opening: Bugayev Attack
1|e6 Bb2 Nf6 b5 a6|A00|Polish Opening: Queenside Defense
6|a4 axb5 axb5 Rxa1 Bxa1|A00|Polish Opening: Rooks Swap Line
5|b6|A00|Polish Opening: Queen's Indian Variation
5|d5 e3|A00|Polish Opening: Schiffler-Sokolsky Variation
1|f5|A00|Polish Opening: Dutch Defense
0|c3|A00|Saragossa Opening
0|c4|A10|English Opening
1|Nc6|A10|English Opening: Anglo-Lithuanian Variation
1|Nf6|A15|English Opening: Anglo-Indian Defense
2|Nc3|A16|English Opening: Anglo-Indian Defense, Queen's Knight Variation
3|c5 g3|A34|English Opening: Symmetrical Variation, Fianchetto Variation
5|d5 cxd5 Nxd5 Bg2 Nc7|A34|English Opening: Symmetrical Variation, Rubinstein Variation
3|d5|A16|English Opening: Anglo-Grünfeld Defense
4|cxd5 Nxd5 Nf3|A16|English Opening: Anglo-Indian Defense, Anglo-Grünfeld Variation
7|c5 e3 e6|A17|English Opening: Anglo-Indian Defense
7|g6|A16|English Opening: Anglo-Indian Defense, Anglo-Grünfeld Variation
8|g3 Bg7 Bg2 e5|A16|English Opening: Anglo-Grünfeld Defense, Korchnoi Variation
6|g3 g6 Bg2 Nb6|A16|English Opening: Anglo-Indian Defense, Anglo-Grünfeld Variation
9|Nxc3|A16|English Opening: Anglo-Indian Defense, Anglo-Grünfeld Variation
3|e6|A17|English Opening: Anglo-Indian Defense, Hedgehog System
4|Nf3 Bb4|A17|English Opening: Anglo-Indian Defense, Nimzo-English
3|g6 Nf3 Bg7 e4|A15|English Opening: Anglo-Indian Defense, Anti-Anti-Grünfeld
2|Nf3|A15|English Opening: Anglo-Indian Defense, King's Knight Variation
3|b6|A15|English Opening: Anglo-Indian Defense, Queen's Indian Formation
3|c5 Nc3 Nc6 g3 g6 Bg2 Bg7|A38|English Opening: Symmetrical Variation, Full Symmetry Line
10|O-O O-O d4|A39|English Opening: Symmetrical Variation, Mecking Variation
3|c6 b3 d5 Bb2 Bg4|A12|Réti Opening: Anglo-Slav Variation, Capablanca Variation
8|d3|A12|Réti Opening: Anglo-Slav Variation, Capablanca Variation
8|e3|A12|Réti Opening: Anglo-Slav Variation, Capablanca Variation
3|d5|A15|English Opening: Anglo-Indian Defense, Scandinavian Defense
4|cxd5 Nxd5|A15|English Opening: Anglo-Indian Defense, Scandinavian Defense, Exchange Variation
3|d6|A15|English Opening: Anglo-Indian Defense, Old Indian Formation
3|e6 g3 a6 Bg2 b5|A13|English Opening: Romanishin Gambit
3|g6|A15|English Opening: Anglo-Indian Defense, King's Indian Formation
4|b4|A15|English Orangutan
4|g3 Bg7 Bg2 O-O O-O c5 Nc3 Nc6 d3|A38|English Opening: Symmetrical Variation, Duchamp Variation
5|b6 Bg2 Bb7|A15|English Opening: Anglo-Indian Defense, King's Indian Formation, Double Fianchetto
5|c6|A15|English Opening: Anglo-Indian Defense, Slav Formation
5|d5|A15|English Opening: Anglo-Indian Defense, Grünfeld Formation
2|b4|A15|English Orangutan
2|d4 c5 Nf3|A31|English Opening: Symmetrical Variation, Anti-Benoni Variation
2|e4|A10|English Opening: Achilles-Omega Gambit
2|g3 c6 Nf3 d5 b3|A12|Réti Opening: Anglo-Slav Variation
7|Bf5|A12|Réti Opening: Anglo-Slav Variation, London Defensive System
8|Bb2|A12|Réti Opening: Anglo-Slav Variation, London Defensive System
8|Bg2|A12|Réti Opening: Anglo-Slav Variation, London Defensive System
9|e6 Bb2|A12|Réti Opening: Anglo-Slav Variation, London Defensive System
7|Bg4|A12|Réti Opening: Anglo-Slav Variation, Torre System
8|Bb2|A12|Réti Opening: Anglo-Slav Variation, Torre System
8|Bg2|A12|Réti Opening: Anglo-Slav Variation, Torre System
9|e6 Bb2|A12|Réti Opening: Anglo-Slav Variation, Torre System
7|dxc4|A12|Réti Opening: Anglo-Slav Variation, with dxc4
3|g6 Bg2 Bg7 d4 d5 cxd5 Nxd5 Nf3|D71|Neo-Grünfeld Defense: Exchange Variation
1|b5|A10|English Opening: Jaenisch Gambit
1|c5|A30|English Opening: Symmetrical Variation
2|Nc3|A34|English Opening: Symmetrical Variation, Normal Variation
3|Nc6|A35|English Opening: Symmetrical Variation, Two Knights Variation
4|g3|A36|English Opening: Symmetrical Variation, Two Knights, Fianchetto Variation
5|g6 Bg2 Bg7 Nf3|A37|English Opening: Symmetrical Variation, Three Knights, Fianchetto Variation
9|Nf6 O-O O-O b3|A38|English Opening: Symmetrical Variation, Double Fianchetto
9|e5|A37|English Opening: Symmetrical Variation, Botvinnik System Reversed, with Nf3
10|O-O Nge7|A37|English Opening: Symmetrical Variation, Botvinnik System Reversed, with Nf3
12|a3|A37|English Opening: Symmetrical Variation, Botvinnik System Reversed, with Nf3
12|d3|A37|English Opening: Symmetrical Variation, Botvinnik System Reversed, with Nf3
13|d6|A37|English Opening: Symmetrical Variation, Botvinnik System Reversed, with Nf3
11|d6|A37|English Opening: Symmetrical Variation, Botvinnik System Reversed, with Nf3
8|e3 e5|A36|English Opening: Symmetrical Variation, Botvinnik System Reversed, with e3
3|Nf6 Nf3|A34|English Opening: Symmetrical Variation, Three Knights Variation
5|e5|A35|English Opening: Symmetrical Variation
2|Nf3|A30|English Opening: Symmetrical Variation
3|Nc6 Nc3 Nf6 e3 e6 d4 d5 cxd5 exd5|D32|Tarrasch Defense: Symmetrical Variation
4|g3 g6 Bg2 Bg7 O-O d6 Nc3|A37|English Opening: Symmetrical Variation, Three Knights, Fianchetto Variation
9|e6 Nc3|A37|English Opening: Symmetrical Variation, Three Knights, Fianchetto Variation
3|Nf6 Nc3 Nc6|A35|English Opening: Symmetrical Variation, Four Knights Variation
6|g3 d5 d4 cxd4|A34|English Opening: Symmetrical Variation
9|e6|D41|Queen's Gambit Declined: Semi-Tarrasch Defense
7|e6|A35|English Opening: Symmetrical Variation, Four Knights Variation, Keres-Parma System
5|d5 cxd5 Nxd5 g3 Nc6 Bg2 Nc7|A34|English Opening: Symmetrical Variation, Rubinstein Variation
4|b4|A30|English Opening: Symmetrical Variation, Napolitano Gambit
2|b4|A30|English Opening: Wing Gambit
2|e4 Nc6 Nc3 g6 g3 Bg7 Bg2|A36|English Opening: Symmetrical Variation, Botvinnik System
2|g3 g6 Bg2 Bg7 Nc3 Nc6|A36|English Opening: Symmetrical Variation, Ultra-Symmetrical Variation
1|c6|A11|English Opening: Caro-Kann Defensive System
2|Nf3 d5 e3|A11|Réti Opening: Anglo-Slav Variation, Gurevich System
5|Nf6 Nc3 Nbd7 Qc2|A11|Réti Opening: Anglo-Slav Variation, Gurevich System
8|b3 e5|A11|Réti Opening: Anglo-Slav Variation, Gurevich System
7|e6 b3 Bd6|A11|Réti Opening: Anglo-Slav Variation, Gurevich System
6|Qc2|A11|Réti Opening: Anglo-Slav Variation, Gurevich System
4|g3 Nf6 Bg2|A11|Réti Opening: Anglo-Slav Variation, with g3
7|Bf5|A11|Réti Opening: Anglo-Slav Variation, with g3
8|O-O e6 d3|A11|Réti Opening: Anglo-Slav Variation, with g3
7|dxc4|A11|Réti Opening: Anglo-Slav Variation, with g3
6|b3 g6|A11|Réti Opening: Anglo-Slav Variation, with g3
1|d5|A10|English Opening: Anglo-Scandinavian Defense
2|cxd5 Nf6|A10|English Opening: Anglo-Scandinavian Defense, Schulz Gambit
3|Qxd5 Nc3 Qa5|A10|English Opening: Anglo-Scandinavian Defense, Malvinas Variation
3|e6|A10|English Opening: Anglo-Scandinavian Defense, Löhn Gambit
1|e5|A20|English Opening: King's English Variation
2|Nc3|A21|English Opening: King's English Variation, Reversed Sicilian
3|Bb4|A21|English Opening: King's English Variation, Kramnik-Shirov Counterattack
3|Nc6|A25|English Opening: King's English Variation, Reversed Closed Sicilian
4|Nf3|A27|English Opening: King's English Variation, Three Knights System
4|g3 d6 Bg2 Be6|A21|English Opening: King's English Variation, Troger Defense
5|g6 Bg2 Bg7|A25|English Opening: King's English Variation, Taimanov Variation
8|Rb1|A25|English Opening: King's English Variation, Hungarian Attack
8|d3|A25|English Opening: King's English Variation, Closed System
9|d6|A26|English Opening: King's English Variation, Closed System, Full Symmetry
10|e4|A26|English Opening: King's English Variation, Botvinnik System
8|e3 d6 Nge2 Be6|A25|English Opening: King's English Variation, Bremen-Hort Variation
11|Nh6|A25|English Opening: Closed, Taimanov Variation
6|Rb1 Nh6 Bg2 Bg7|A25|English Opening: Closed, Taimanov Variation
3|Nf6|A22|English Opening: King's English Variation, Two Knights Variation
4|Nf3 Nc6|A28|English Opening: King's English Variation, Four Knights Variation
6|a3|A28|English Opening: King's English Variation, Four Knights Variation, Korchnoi Line
6|d3|A28|English Opening: King's English Variation, Four Knights Variation, Flexible Line
6|d4 e4|A28|English Opening: King's English Variation, Four Knights Variation, Bradley Beach Variation
7|exd4 Nxd4 Bb4 Bg5 h6 Bh4 Bxc3+ bxc3 Ne5|A28|English Opening: King's English Variation, Four Knights Variation
6|e3|A28|English Opening: King's English Variation, Four Knights Variation, Quiet Line
7|Bb4 Qc2 Bxc3|A28|English Opening: King's English Variation, Four Knights Variation, Quiet Line
9|O-O Nd5 Re8 Qf5|A28|English Opening: King's English Variation, Four Knights Variation, Quiet Line
6|e4|A28|English Opening: Four Knights System, Nimzowitsch Variation
6|g3|A29|English Opening: King's English Variation, Four Knights Variation, Fianchetto Line
7|Bb4|A29|English Opening: King's English Variation, Four Knights Variation, Fianchetto Line
8|Bg2 Bxc3 dxc3 d6 O-O O-O|A29|English Opening: King's English Variation, Four Knights Variation, Fianchetto Line
7|Bc5 d3 d6 Bg2|A29|English Opening: King's English Variation, Four Knights Variation, Fianchetto Line, with .. d6
11|O-O O-O|A29|English Opening: King's English Variation, Four Knights Variation, Fianchetto Line, with .. d6
11|a6|A29|English Opening: King's English Variation, Four Knights Variation, Fianchetto Line, with .. d6, a6
11|h6|A29|English Opening: King's English Variation, Four Knights Variation, Fianchetto Line, with .. d6, h6
7|d5 cxd5 Nxd5 Bg2 Bc5|A29|English Opening: King's English Variation, Four Knights Variation, Fianchetto Line, with Bc5
11|Nb6|A29|English Opening: King's English Variation, Four Knights Variation, Fianchetto Line, with Nb6
5|e4 Ng5 Ng4|A22|English Opening: King's English, Erbenheimer Gambit
7|b5|A22|English Opening: King's English Variation, Bellon Gambit
7|c6|A22|English Opening: King's English Variation, Adhiban Gambit
4|f4|A22|English Opening: King's English, Mazedonisch
4|g3|A22|English Opening: Carls-Bremen System
5|Bb4|A22|English Opening: King's English Variation, Two Knights Variation, Smyslov System
6|Bg2 O-O Nf3 Re8 O-O e4 Nd4 Nc6|A29|English Opening: King's English Variation, Four Knights Variation, Fianchetto Line, Delayed .. Nc6
6|e4 O-O Nge2 Nc6 Bg2|A25|English Opening: King's English Variation, Reversed Closed Sicilian
5|Bc5 Bg2 c6|A23|English Opening: King's English Variation, Two Knights Variation, Keres Variation
5|Nc6 Bg2 d6 d3 Be7 Nf3 O-O|A29|English Opening: King's English Variation, Four Knights Variation, Fianchetto Line, with .. d6, Be7
5|c6|A23|English Opening: King's English Variation, Two Knights Variation, Keres Variation
5|d5|A22|English Opening: King's English Variation, Two Knights Variation, Reversed Dragon
5|g6|A24|English Opening: King's English Variation, Two Knights Variation, Fianchetto Line
3|d6 Nf3|A21|English Opening: King's English Variation
5|Bg4|A21|English Opening: King's English Variation, Smyslov Defense
4|g3 c6|A21|English Opening: King's English Variation, Keres Defense
2|Nf3|A20|English Opening: King's English Variation, Nimzowitsch Variation
3|e4|A20|English Opening: King's English Variation, Nimzowitsch-Flohr Variation
2|e3 Nf6 f4 exf4 Nf3|A20|English Opening: King's English Variation, Kahiko-Hula Gambit
2|g3 Nf6 Bg2 Nc6 Nc3 Bb4 Nd5|A25|English Opening: King's English Variation, Reversed Closed Sicilian
8|e4 d6 Nge2|A25|English Opening: King's English Variation, Reversed Closed Sicilian
11|Bg4|A25|English Opening: King's English Variation, Reversed Closed Sicilian
5|d5 cxd5 Nxd5 Nf3 Nc6|A29|English Opening: King's English Variation, Four Knights Variation, Fianchetto Line
10|d3|A29|English Opening: King's English Variation, Four Knights Variation, Fianchetto Line
11|Be7 O-O O-O|A29|English Opening: King's English Variation, Four Knights Variation, Fianchetto Line
3|h5|A20|English Opening: Drill Variation
1|e6|A13|English Opening: Agincourt Defense
2|Nc3 Nf6 Nf3 Bb4 g4|A17|English Opening: Anglo-Indian Defense, Zvjaginsev-Krasenkow Attack
5|b6|A17|English Opening: Anglo-Indian Defense, Queen's Indian Formation
6|e4 Bb7 Bd3|A17|English Opening: Anglo-Indian Defense, Queen's Indian Variation
4|e4|A18|English Opening: Mikenas-Carls Variation
5|Nc6|A18|English Opening: Mikenas-Carls Variation
5|c5|A19|English Opening: Mikenas-Carls, Sicilian
6|e5 Ng8|A19|English Opening: Anglo-Indian Defense, Flohr-Mikenas-Carls Variation, Nei Gambit
5|d5 e5|A18|English Opening: Mikenas-Carls Variation
2|Nf3|A13|English Opening: Agincourt Defense
3|Nf6 Nc3 c5 d4 Nc6 g3 cxd4 Nxd4 Qb6|A33|English Opening: Symmetrical Variation, Anti-Benoni Variation, Geller Variation
7|cxd4 Nxd4 Nc6|A33|English Opening: Symmetrical Variation, Anti-Benoni Variation, Spielmann Defense
6|g3 b6 Bg2 Bb7 O-O Be7|A30|English Opening: Symmetrical Variation, Hedgehog Defense
4|b3 d5 Bb2 c5 e3|A13|English Opening: Agincourt Defense, Wimpy System
4|g3 a6|A15|English Opening: Anglo-Indian Defense, Romanishin Variation
5|b6 Bg2 Bb7|A15|English Opening: Anglo-Indian Defense, Queen's Indian Formation
5|d5 Bg2 c6|A13|English Opening: Agincourt Defense, Catalan Defense, Semi-Slav Defense
7|dxc4|A13|English Opening: Agincourt Defense, Catalan Defense Accepted
3|c5 Nc3 Nf6 g3 b6 Bg2 Bb7 O-O Be7 d4 cxd4 Qxd4 d6 Rd1 a6 b3 Nbd7|A30|English Opening: Symmetrical, Hedgehog, Flexible Formation
3|d5|A13|English Opening: Agincourt Defense
4|b3 Nf6 Bb2 Be7 e3 O-O|A13|English Opening: Agincourt Defense
10|d4|A13|English Opening: Agincourt Defense
4|g3 Nf6|A13|English Opening: Neo-Catalan
6|Bg2 Bd6|A13|English Opening: Agincourt Defense, Bogoljubow Defense
7|Be7|A13|English Opening: Neo-Catalan Declined
8|O-O|A14|English Opening: Agincourt Defense, Neo-Catalan Declined
9|O-O b3|A14|English Opening: Agincourt Defense, Neo-Catalan Declined
9|c5 cxd5 Nxd5 Nc3 Nc6|A14|English Opening: Agincourt Defense, Keres Defense
8|b3|A14|English Opening: Agincourt Defense, Neo-Catalan Declined, Early b3
9|b6|A14|English Opening: Agincourt Defense, Neo-Catalan Declined, Early b3
9|c5|A14|English Opening: Agincourt Defense, Neo-Catalan Declined, Early b3
8|d4 O-O O-O c6|E06|Catalan Opening: Closed
7|b6 O-O|A07|King's Indian Attack: Yugoslav Variation
7|c5 b3 Nc6 O-O Be7|A13|English Opening: Agincourt Defense, Tarrasch Defense
5|b6 Bg2 Bb7 O-O|A13|English Opening: Agincourt Defense, Catalan Defense
5|c5|A13|English Opening: Agincourt Defense, Catalan Defense
5|c6|A13|English Opening: Agincourt Defense, Kurajica Defense
2|d4 b6 Nc3 Bb7 e4 f5 d5|A40|English Defense: Hartlaub Gambit Declined
8|exf5 Nf6|A40|English Defense: Hartlaub Gambit Accepted
3|c5 Nf3 cxd4 Nxd4 Nf6|A32|English Opening: Symmetrical Variation, Anti-Benoni Variation, Spielmann Defense
1|f5|A10|English Opening: Anglo-Dutch Defense
2|Nc3 Nf6 e4|A10|English Opening: Anglo-Dutch Variation, Ferenc Gambit
5|fxe4 g4|A10|English Opening: Porcupine Variation
2|Nf3 d6 e4|A10|English Opening: Anglo-Dutch Variation, Chabanon Gambit
2|e4|A10|English Opening: Anglo-Dutch Defense, Hickmann Gambit
2|g4|A10|English Opening: Wade Gambit
1|g5|A10|English Opening: Myers Defense
2|d4 Bg7|A10|English Opening: Myers Gambit
3|e5|A10|English Opening: Zilbermints Gambit
1|g6|A10|English Opening: Great Snake Variation
2|Nc3 Bg7 g3 Nf6 Bg2 O-O e4 d6 Nge2 e5 O-O c6 d3 a6|A10|English Opening: King's English Variation, Botvinnik System, Prickly Pawn Pass System
2|e4 e5|A10|English Opening: Adorjan Defense
0|d3|A00|Mieses Opening
1|c5 Nc3 Nc6 g3|A00|Mieses Opening: Venezolana Variation
1|e5|A00|Mieses Opening: Reversed Rat
2|Nd2|A00|Valencia Opening
1|g6 g4|A00|Mieses Opening: Myers Spike Attack
0|d4|A40|Queen's Pawn Game
1|Na6|A40|Australian Defense
1|Nc6|A40|Mikenas Defense
2|c4 e5 d5 Nce7|A40|Mikenas Defense: Lithuanian Variation
5|Nd4|A40|Mikenas Defense: Cannstatter Variation
4|dxe5 Nxe5 Nc3 Nxc4|A40|Mikenas Defense: Pozarek Gambit
2|d5 Nb8|A40|Montevideo Defense
4|e4 Nf6 e5 Ng8|A40|Zaire Defense
1|Nf6|A45|Indian Defense
2|Bf4|A45|Indian Defense: Accelerated London System
2|Bg5|A45|Trompowsky Attack
3|Ne4 Bf4 g5|A45|Trompowsky Attack: Borg Variation
4|Bh4|A45|Trompowsky Attack: Edge Variation
5|c6 Nd2 Qa5 c3 Nxd2 Qxd2 d5 e4|A45|Trompowsky Attack: Edge Variation, Hergert Gambit
5|d5 f3 Nf6 Nc3 Bf5 e4|A45|Trompowsky Attack: Edge Variation, Hergert Gambit
4|h4|A45|Trompowsky Attack: Raptor Variation
5|Nxg5 hxg5 e5|A45|Trompowsky Attack: Raptor Variation, Hergert Gambit
3|c5 d5 Qb6 Nc3|A45|Trompowsky Attack: Poisoned Pawn Variation
3|e6|A45|Trompowsky Attack: Classical Defense
4|e4|A45|Trompowsky Attack: Classical Defense, Big Center Variation
2|Nc3 c5|A45|Indian Defense: Reversed Chigorin Defense
3|d5|A45|Queen's Pawn Game: Chigorin Variation
4|Bg5|D01|Richter-Veresov Attack
5|Bf5|D01|Richter-Veresov Attack
6|Bxf6|D01|Richter-Veresov Attack: Veresov Variation
6|f3|D01|Richter-Veresov Attack: Richter Variation
5|Nbd7 Nf3|D01|Richter-Veresov Attack: Two Knights System
7|g6|D01|Richter-Veresov Attack: Two Knights System, Grünfeld Defense
5|Ne4|D01|Richter-Veresov Attack: Boyce Defense
5|c5 Bxf6 gxf6 e4 dxe4 d5|D01|Richter-Veresov Attack: Malich Gambit
4|Qd3|A45|Amazon Attack: Siberian Attack
4|e4|D00|Queen's Pawn Game: Hübsch Gambit
3|e5|A45|Indian Defense: Maddigan Gambit
2|Nd2 e5|A45|Indian Defense: Lazard Gambit
2|Nf3|A46|Indian Defense: Knights Variation
3|Ne4|A46|Döry Defense
3|a6|A46|Indian Defense: Knights Variation, Alburt-Miles Variation
3|b5|A46|Indian Defense: Polish Variation
3|b6|A47|Pseudo Queen's Indian Defense
4|c3 e5|A47|Indian Defense: Schnepper Gambit
4|e3 Bb7 Bd3 e6 Nbd2 c5 b3 Be7|A47|Pseudo Queen's Indian Defense
4|g3 Bb7 Bg2 c5|A47|Marienbad System
8|c4 cxd4 Qxd4|A47|Marienbad System: Berg Variation
3|c5|A46|Indian Defense: Spielmann-Indian
4|d5 b5|A43|Indian Defense: Pseudo-Benko
5|c4|A43|Benoni Defense: Hawk Variation
3|c6|A46|Indian Defense: Czech-Indian
3|d5 Bf4 c5 e3 Qb6 Nc3|D02|London System: Poisoned Pawn Variation
4|c4 e6 e3 b6 b3 Bb7 Bd3 Nbd7 O-O Bd6 Bb2 O-O Nbd2|E14|Queen's Indian Defense, with e3
3|d6|A46|Indian Defense: Wade-Tartakower Defense
3|e6 Bf4|A46|Indian Defense: London System
4|Bg5|A46|Torre Attack: Classical Defense
5|c5 e3 b6 d5|A46|Torre Attack: Classical Defense, Petrosian Gambit
6|e4|A46|Torre Attack: Wagner Gambit
5|d5 e3 c5 c3 Qb6|A46|Queen's Pawn Game: Torre Attack, Breyer Variation
5|h6|A46|Torre Attack: Classical Defense, Nimzowitsch Variation
4|Nc3 d5 Bg5|A46|Queen's Pawn Game: Veresov Attack, Classical Defense
4|c4 d5 Bg5 c6 Nbd2 Nbd7 e3|D30|Queen's Gambit Declined: Capablanca Variation
4|e3|A46|Yusupov-Rubinstein System
5|b6 Bd3 Bb7 Nbd2 c5 b3 Be7 Bb2 d6 O-O O-O c4|E14|Queen's Indian Defense, with e3
8|O-O Be7 c4 O-O Nc3|E14|Queen's Indian Defense, with e3
9|c5 b3 Be7 Bb2 O-O Nbd2 d5|D05|Queen's Pawn Game: Colle System
10|c4|E14|Queen's Indian Defense, with e3
11|Be7|E14|Queen's Indian Defense, with e3
11|g6|E14|Queen's Indian Defense, with e3
5|c5 Bd3 d5 b3|D05|Rubinstein Opening
9|Nc6 O-O Bd6 Bb2 O-O|D05|Rubinstein Opening: Bogoljubow Defense
11|Be7 Bb2 O-O|D05|Rubinstein Opening: Classical Defense
8|c3|D05|Queen's Pawn Game: Colle System, Traditional Colle
3|g6|A48|East Indian Defense
4|Bf4|A48|London System
5|Bg7 e3|A48|London System
7|d6|A48|London System
8|Bd3|A48|London System, with Bd3
8|Be2|A48|London System, with Be2
9|O-O|A48|London System, with Be2
8|h3 c5 Be2|A48|London System, with Be2
4|Bg5|A48|Torre Attack: Fianchetto Defense
5|Bg7 Nbd2 c5|A48|Torre Attack: Fianchetto Defense, Euwe Variation
7|d5 e3 O-O|A48|Queen's Pawn Game: Torre Attack, Grünfeld Variation, Main Line
4|Nc3 d5 Bf4|A48|Queen's Pawn Game: Barry Attack
7|Bg7|A48|Queen's Pawn Game: Barry Attack
8|Qd2|A48|Queen's Pawn Game: Barry Attack, Tarzan Attack
8|e3 O-O Be2|A48|Queen's Pawn Game: Barry Attack, Grünfeld Variation
4|c4|E60|King's Indian Defense: Normal Variation, King's Knight Variation
5|Bg7 Nc3 O-O e3 d6 Be2 Nc6|E60|King's Indian Defense: Semi-Classical Variation, Hollywood Variation
7|d5 cxd5 Nxd5 e4 Nxc3 bxc3 c5 Rb1|D85|Grünfeld Defense: Exchange Variation, Modern Exchange Variation
14|h3|D85|Grünfeld Defense: Exchange Variation, Modern Exchange Variation, Kramnik's Line
6|g3 O-O Bg2 d5 cxd5 Nxd5 O-O c5 dxc5|D75|Neo-Grünfeld Defense: Delayed Exchange Variation
4|e3 Bg7 Bd3 d6|A48|Indian Defense: Colle System, King's Indian Variation
4|g3|A49|Indian Defense: Przepiorka Variation
5|Bg7 Bg2 O-O O-O d5 c4|D77|Neo-Grünfeld Defense: Classical Variation
11|Nc6|D77|Neo-Grünfeld Defense: Classical Variation, Polgar Variation
11|dxc4|D77|Neo-Grünfeld Defense: Classical Variation, Modern Defense
2|b3|A45|Basque Opening
2|c4|A50|Indian Defense: Normal Variation
3|Nc6|A50|Mexican Defense
4|d5 Ne5 f4|A50|Mexican Defense: Horsefly Gambit
3|b5|A50|Indian Defense: Pyrenees Gambit
3|b6|A50|Queen's Indian Accelerated
3|c5|A56|Benoni Defense
4|d5 Ne4|A56|Vulture Defense
5|b5|A57|Benko Gambit
6|Bg5|A57|Benko Gambit Declined: Bishop Attack
6|Nd2|A57|Benko Gambit Declined: Quiet Line
6|Nf3|A57|Benko Gambit Declined: Main Line
6|a4|A57|Benko Gambit Declined: Sosonko Variation
6|cxb5 a6|A57|Benko Gambit Accepted
8|Nc3|A57|Benko Gambit: Zaitsev System
9|axb5 e4 b4 Nb5|A57|Benko Gambit: Zaitsev Variation, Nescafe Frappe Attack
13|d6 Bc4|A57|Benko Gambit: Nescafe Frappe Attack
8|b6|A57|Benko Gambit Accepted: Pawn Return Variation
8|bxa6|A58|Benko Gambit Accepted: Fully Accepted Variation
9|Bxa6 Nc3 d6 Nf3 g6 Nd2|A58|Benko Gambit: Nd2 Variation
14|g3|A58|Benko Gambit: Fianchetto Variation
12|e4|A59|Benko Gambit Accepted: Yugoslav
9|g6 Nc3 Bxa6 Nf3 d6 e4 Bxf1 Kxf1 Bg7 g3 O-O Kg2|A59|Benko Gambit Accepted: King Walk Variation
12|e4 Bxf1 Kxf1 d6 Nge2|A59|Benko Gambit Accepted: Yugoslav
16|g3|A59|Benko Gambit
12|f4|A58|Benko Gambit Accepted: Central Storming Variation
12|g3 d6 Bg2 Bg7 Nf3|A58|Benko Gambit Accepted: Fianchetto Variation
8|e3|A57|Benko Gambit Accepted: Modern Variation
8|f3|A57|Benko Gambit Accepted: Dlugy Variation
6|e4|A57|Benko Gambit Declined: Hjørring Countergambit
6|f3|A57|Benko Gambit Declined: Pseudo-Sämisch
6|g4|A57|Benko Gambit: Mutkin Countergambit
5|d6|A56|Benoni Defense: Hromádka System
5|e5|A56|Benoni Defense: Czech Benoni Defense
6|Nc3 d6 e4 g6|A56|Benoni Defense: King's Indian System
5|e6|A60|Benoni Defense: Modern Variation
6|Nc3 exd5 cxd5 Bd6|A60|Benoni Defense: Modern Variation, Snake Variation
9|d6 e4|A65|Benoni Defense: King's Pawn Line
11|g6 Nf3 Bg7 Be2 O-O|A72|Benoni Defense: Classical Variation
16|O-O|A73|Benoni Defense: Classical Variation, Main Line
17|Re8|A76|Benoni Defense: Classical Variation, Czerniak Defense
18|Nd2|A77|Benoni Defense: Classical Variation, Czerniak Defense, Tal Line
19|Na6 f3|A79|Benoni Defense: Classical Variation, Czerniak Defense
17|a6 a4|A74|Benoni Defense: Classical Variation, Full Line
12|f3 Bg7|A65|Benoni Defense: King's Pawn Line
14|Be3|A65|Benoni Defense: King's Pawn Line, with Be3
14|Bg5|A65|Benoni Defense: King's Pawn Line, with Bg5
14|Nge2|A65|Benoni Defense: King's Pawn Line, with Nge2
12|f4|A66|Benoni Defense: Pawn Storm Variation
13|Bg7 Bb5+|A67|Benoni Defense: Taimanov Variation
14|Nf3 O-O|A68|Benoni Defense: Four Pawns Attack
16|Be2 Re8|A69|Benoni Defense: Four Pawns Attack, Main Line
14|e5|A66|Benoni Defense: Mikenas Variation
4|dxc5 e6|A56|Benoni Defense: Weenink Variation
4|e3 g6 Nc3 Bg7 Nf3 O-O Be2 cxd4 exd4 d5 O-O Nc6|A56|Grünfeld Defense: Three Knights Variation, Burille Variation, Reversed Tarrasch
3|c6|A50|Slav Indian
3|d6|A53|Old Indian Defense
4|Nc3 Bf5|A53|Old Indian Defense: Janowski Variation
6|e4|A53|Old Indian Defense: Janowski Variation, Grinberg Gambit
6|f3|A53|Old Indian Defense: Janowski Variation, Main Line
6|g3|A53|Old Indian Defense: Janowski Variation, Fianchetto Variation
5|Nbd7 e4 e5 Nf3|A55|Old Indian Defense: Normal Variation
9|g6 Be2 Bg7 O-O O-O|E94|King's Indian Defense: Orthodox Variation, Positional Defense
5|c6|A53|Old Indian Defense: Czech Variation, with Nc3
5|e5|A54|Old Indian Defense: Ukrainian Variation
6|Nf3|A54|Old Indian Defense: Two Knights Variation
6|e3 Nbd7 Bd3|A54|Old Indian Defense: Duz-Khotimirsky Variation
4|Nf3 Bg4|A54|Old Indian Defense: Tartakower-Indian
5|c6|A53|Old Indian Defense: Czech Variation, with Nf3
4|g4|A53|Old Indian Defense: Aged Gibbon Gambit
3|e5|A51|Indian Defense: Budapest Gambit
4|dxe5|A51|Indian Defense: Budapest Gambit Accepted
5|Ne4|A51|Indian Defense: Budapest Gambit Accepted, Fajarowicz Defense
6|Qc2|A51|Indian Defense: Budapest Gambit Accepted, Fajarowicz Defense, Steiner Variation
6|a3|A51|Indian Defense: Budapest Gambit Accepted, Fajarowicz Defense, Bonsdorf Variation
5|Ng4|A52|Indian Defense: Budapest Gambit Accepted, Main Line
6|Bf4|A52|Indian Defense: Budapest Gambit Accepted, Main Line, Rubinstein Variation
6|Nf3|A52|Indian Defense: Budapest Gambit Accepted, Main Line, Adler Variation
6|e4|A52|Indian Defense: Budapest Gambit Accepted, Main Line, Alekhine Variation
7|Nxe5|A52|Indian Defense: Budapest Gambit Accepted, Main Line, Alekhine Variation, Abonyi Variation
7|d6|A52|Indian Defense: Budapest Gambit Accepted, Main Line, Alekhine Variation, Tartakower Defense
3|e6 Bg5|E00|Indian Defense: Seirawan Attack
4|Nc3 Bb4|E20|Nimzo-Indian Defense
6|Bg5|E30|Nimzo-Indian Defense: Leningrad Variation
7|h6 Bh4 c5 d5 b5|E30|Nimzo-Indian Defense: Leningrad Variation, Averbakh Gambit
11|d6|E31|Nimzo-Indian Defense: Leningrad Variation, Benoni Defense
6|Nf3|E21|Nimzo-Indian Defense: Three Knights Variation
7|Bxc3+ bxc3 b6 e3 Bb7 Bd3 O-O O-O|E43|Nimzo-Indian Defense: St. Petersburg Variation
7|b6 e3 Ne4 Qc2|E43|Nimzo-Indian Defense: St. Petersburg Variation
11|Bb7 Bd3 Bxc3+ bxc3 f5 O-O|E43|Nimzo-Indian Defense: St. Petersburg Variation
7|c5 d5|E21|Nimzo-Indian Defense: Three Knights Variation, Korchnoi Variation
9|Ne4|E21|Nimzo-Indian Defense: Three Knights Variation, Euwe Variation
8|g3 O-O Bg2|E20|Nimzo-Indian Defense: Romanishin Variation
9|cxd4 Nxd4 O-O Bg2 d5 cxd5 Nxd5|E20|Nimzo-Indian Defense: Romanishin Variation, English Hybrid
6|Qb3|E22|Nimzo-Indian Defense: Spielmann Variation
7|c5 dxc5 Nc6|E23|Nimzo-Indian Defense: Spielmann Variation, Romanovsky Gambit
10|Nf3 Ne4 Bd2 Nxc5|E23|Nimzo-Indian Defense: Spielmann Variation, Stahlberg Variation
14|Qc2 f5 g3|E23|Nimzo-Indian Defense: Spielmann Variation, Stahlberg Variation
13|Nxd2|E23|Nimzo-Indian Defense: Spielmann Variation, Carlsbad Variation
6|Qc2|E32|Nimzo-Indian Defense: Classical Variation
7|Nc6|E33|Nimzo-Indian Defense: Classical Variation, Zurich Variation
8|Nf3 d6|E33|Nimzo-Indian Defense: Classical Variation, Milner-Barry Variation
7|O-O a3 Bxc3+ Qxc3 b5|E32|Nimzo-Indian Defense: Classical Variation, Vitolins-Adorjan Gambit
11|b6|E32|Nimzo-Indian Defense: Classical Variation, Keres Defense
8|e3 d5 Nf3 c5|E38|Nimzo-Indian Defense: Classical Variation, Berlin Variation
7|c5|E38|Nimzo-Indian Defense: Classical Variation, Berlin Variation
8|dxc5 Bxc3+|E38|Nimzo-Indian Defense: Classical Variation, Berlin Variation, Steiner Variation
9|O-O|E39|Nimzo-Indian Defense: Classical Variation, Berlin Variation, Pirc Variation
10|a3 Bxc5 Nf3 b6|E39|Nimzo-Indian Defense: Classical Variation, Berlin Variation, Macieja System
7|d5|E34|Nimzo-Indian Defense: Classical Variation, Noa Variation
8|a3|E36|Nimzo-Indian Defense: Classical Variation, Noa Variation
9|Bxc3+ Qxc3 Nc6|E36|Nimzo-Indian Defense: Classical Variation, Noa Variation, Botvinnik Variation
11|Ne4|E36|Nimzo-Indian Defense: Classical Variation, Noa Variation, Main Line
12|Qc2|E37|Nimzo-Indian Defense: Classical Variation, Noa Variation
13|Nc6 e3 e5|E37|Nimzo-Indian Defense: Classical Variation, Noa Variation, San Remo Variation
13|c5|E37|Nimzo-Indian Defense: Classical Variation, Modern Variation
11|c5|E36|Nimzo-Indian Defense: Classical Variation, Romanishin Gambit
8|cxd5 Qxd5 Nf3 Qf5 Qd1 e5|E34|Nimzo-Indian Defense: Classical Variation, Belyavsky Gambit
9|exd5|E35|Nimzo-Indian Defense: Classical Variation, Noa Variation
6|Qd3|E20|Nimzo-Indian Defense: Mikenas Attack
6|a3|E24|Nimzo-Indian Defense: Sämisch Variation
7|Bxc3+ bxc3 O-O|E27|Nimzo-Indian Defense: Sämisch Variation
9|c5 e3|E26|Nimzo-Indian Defense: Sämisch Variation
11|b6|E26|Nimzo-Indian Defense: Sämisch Variation, O'Kelly Variation
6|e3|E40|Nimzo-Indian Defense: Rubinstein System
7|Nc6|E40|Nimzo-Indian Defense: Rubinstein System, Taimanov Variation
7|Ne4 Qc2 f5 Nf3 b6 Bd3 Bb7|E43|Nimzo-Indian Defense: St. Petersburg Variation
7|O-O|E46|Nimzo-Indian Defense: Normal Variation
8|Bd3|E47|Nimzo-Indian Defense: Normal Variation
9|c5 Nf3 b6 O-O Bb7 Na4 Qe7|E43|Nimzo-Indian Defense: St. Petersburg Variation
9|d5|E48|Nimzo-Indian Defense: Normal Variation, Classical Defense
10|Nf3 Nc6 O-O|E48|Nimzo-Indian Defense: Ragozin Defense
13|dxc4|E51|Nimzo-Indian Defense: Ragozin Variation
11|b6|E52|Nimzo-Indian Defense: Normal Variation, Schlechter Defense
11|c5|E53|Nimzo-Indian Defense: Normal Variation, Gligoric System
12|O-O Nbd7|E53|Nimzo-Indian Defense: Normal Variation, Gligoric System
13|Nc6|E56|Nimzo-Indian Defense: Normal Variation, Gligoric System, Bernstein Defense
14|a3 Bxc3 bxc3|E58|Nimzo-Indian Defense: Normal Variation, Bernstein Defense, Exchange Line
17|dxc4 Bxc4|E59|Nimzo-Indian Defense: Normal Variation, Bernstein Defense
15|dxc4 Bxc4 cxd4|E57|Nimzo-Indian Defense: Normal Variation, Gligoric System, Bernstein Defense
13|b6|E53|Nimzo-Indian Defense: Normal Variation, Gligoric System, Keres Variation
13|dxc4 Bxc4|E54|Nimzo-Indian Defense: Normal Variation, Gligoric System, Exchange Variation
15|Nbd7|E55|Nimzo-Indian Defense: Normal Variation, Gligoric System, Bronstein Variation
15|Qe7|E54|Nimzo-Indian Defense: Normal Variation, Gligoric System, Smyslov Variation
15|cxd4 exd4|E54|Nimzo-Indian Defense: Normal Variation, Gligoric System, Exchange Variation
10|a3 Bxc3+ bxc3|E49|Nimzo-Indian Defense: Normal Variation, Botvinnik System
13|dxc4 Bxc4 c5 Nf3 Nc6 O-O Qc7 Qc2|E59|Nimzo-Indian Defense: Normal Variation, Bernstein Defense
8|Ne2|E46|Nimzo-Indian Defense: Reshevsky Variation
9|d5 a3 Bd6|E46|Nimzo-Indian Defense: Simagin Variation
8|Nf3|E50|Nimzo-Indian Defense
9|d5|E51|Nimzo-Indian Defense: Normal Variation, Ragozin Variation
10|a3|E51|Nimzo-Indian Defense: Normal Variation, Sämisch Deferred
8|a3 Bxc3+ bxc3|E28|Nimzo-Indian Defense: Sämisch Variation
7|b6|E43|Nimzo-Indian Defense: St. Petersburg Variation
8|Bd3 Bb7 Nf3|E43|Nimzo-Indian Defense: St. Petersburg Variation
11|Ne4|E43|Nimzo-Indian Defense: St. Petersburg Variation, with Ne4
11|O-O|E43|Nimzo-Indian Defense: St. Petersburg Variation
12|O-O|E43|Nimzo-Indian Defense: St. Petersburg Variation
13|c5|E43|Nimzo-Indian Defense: St. Petersburg Variation
14|Na4 cxd4 a3 Be7|E43|Nimzo-Indian Defense: St. Petersburg Variation
13|d5|E52|Nimzo-Indian Defense: Normal Variation, Schlechter Defense
8|Ne2|E44|Nimzo-Indian Defense: St. Petersburg Variation
9|Ba6|E45|Nimzo-Indian Defense: St. Petersburg Variation, Fischer Variation
9|Ne4|E44|Nimzo-Indian Defense: St. Petersburg Variation, American Variation
9|c5 a3 Ba5|E44|Nimzo-Indian Defense: St. Petersburg Variation, Romanishin-Psakhis Variation
7|c5|E41|Nimzo-Indian Defense: Rubinstein System
8|Bd3 Nc6 Nf3 Bxc3+ bxc3 d6|E41|Nimzo-Indian Defense: Rubinstein System, Hübner Variation
14|O-O O-O|E41|Nimzo-Indian Defense: Rubinstein System, Hübner Variation
10|a3 Bxc3+ bxc3 O-O|E29|Nimzo-Indian Defense: Sämisch Variation
14|Ne2 b6 e4 Ne8|E29|Nimzo-Indian Defense: Sämisch Variation, Capablanca Variation
8|Ne2|E42|Nimzo-Indian Defense: Rubinstein System, Rubinstein Variation
9|cxd4 exd4 O-O a3|E42|Nimzo-Indian Defense: Rubinstein System, Rubinstein Variation, Main Line
12|c5|E42|Nimzo-Indian Defense: Rubinstein System, Rubinstein Variation, Sherbakov Attack
6|e4|E20|Nimzo-Indian Defense: Dilworth Gambit
6|f3|E20|Nimzo-Indian Defense: Kmoch Variation
7|d5 a3 Bxc3+ bxc3 c5 cxd5|E25|Nimzo-Indian Defense: Sämisch Variation
13|Nxd5 dxc5|E25|Nimzo-Indian Defense: Sämisch Variation, Keres Variation
15|f5|E25|Nimzo-Indian Defense: Sämisch Variation, Romanovsky Variation
12|e3 O-O cxd5 Nxd5|E24|Nimzo-Indian Defense: Sämisch Variation, Botvinnik Variation
6|g3|E20|Nimzo-Indian Defense: Romanishin Variation
5|c5 Nf3 d5 cxd5 exd5 g3 Nc6 Bg2 Be7 O-O O-O Bg5 Be6 Rc1 c4|D34|Tarrasch Defense: Classical Variation, Bogoljubow Variation
5|d5 Bg5 Be7 e3 Ne4|D53|Queen's Gambit Declined: Lasker Defense
9|O-O Nf3 Nbd7 Rc1 b6 cxd5 exd5 Bd3|D63|Queen's Gambit Declined: Orthodox Defense, Pillsbury Variation
10|Rc1|D54|Queen's Gambit Declined: Neo-Orthodox Variation
9|h6 Bh4 O-O Nf3 Ne4 Bxe7 Qxe7 cxd5 Nxc3 bxc3 exd5 Qb3 Qd6|D57|Queen's Gambit Declined: Lasker Defense, Bernstein Variation
6|Nf3 Be7 Bf4 O-O e3 Nbd7 c5|D37|Queen's Gambit Declined: Harrwitz Attack, Two Knights Defense, Blockade Line
8|Bg5 O-O e3 Nbd7 Rc1 c6 a3 a6 Qc2|D64|Queen's Gambit Declined: Orthodox Defense, Rubinstein Attack
6|cxd5|D35|Queen's Gambit Declined: Exchange Variation
7|exd5 Bg5|D35|Queen's Gambit Declined: Exchange Variation, Positional Variation
9|Be7 e3 O-O Bd3 Nbd7 Qc2 Re8 Nge2 Nf8 O-O-O|D35|Queen's Gambit Declined: Exchange Variation, Chameleon Variation
11|h6 Bh4 Bg4|D35|Queen's Gambit Declined: Exchange Variation, Carlsen Variation
9|c6|D35|Queen's Gambit Declined: Exchange Variation, Positional Variation
10|Qc2|D36|Queen's Gambit Declined: Exchange Variation, Reshevsky Variation
11|Be7 e3 Nbd7 Bd3|D36|Queen's Gambit Declined: Exchange Variation, Reshevsky Variation
13|O-O Bd3|D36|Queen's Gambit Declined: Exchange Variation, Reshevsky Variation
15|h6 Bh4|D36|Queen's Gambit Declined: Exchange Variation, Reshevsky Variation
4|Nf3|E10|Indian Defense: Anti-Nimzo-Indian
5|Bb4+|E11|Bogo-Indian Defense
6|Bd2 Be7|E11|Bogo-Indian Defense: Retreat Variation
7|Bxd2+|E11|Bogo-Indian Defense: Exchange Variation
7|Nc6|E11|Bogo-Indian Defense: Haiti Variation
7|Qe7|E11|Bogo-Indian Defense: Nimzowitsch Variation
7|a5|E11|Bogo-Indian Defense: Wade-Smyslov Variation
8|g3 b6 Bg2 Bb7|E16|Queen's Indian Defense: Yates Variation
7|c5|E11|Bogo-Indian Defense: Vitolins Variation
6|Nbd2|E11|Bogo-Indian Defense: Grünfeld Variation
7|b6 a3 Bxd2+ Qxd2 Bb7 e3|E14|Queen's Indian Defense, with e3
8|e3 Bb7|E14|Queen's Indian Defense, with e3, Bb4+ Line
6|Nc3 c5 d5 b5|E21|Nimzo-Indian Defense: Three Knights Variation, Shocron Gambit
6|Nfd2|E11|Bogo-Indian Defense: New England Variation
5|Ne4|E10|Indian Defense: Döry Indian
5|a6|E10|Indian Defense: Dzindzi-Indian Defense
5|b6|E12|Queen's Indian Defense
6|Bf4|E12|Queen's Indian Defense: Miles Variation
6|Nc3|E12|Queen's Indian Defense: Kasparov Variation
7|Bb4 Bg5 h6 Bh4 Bb7|E13|Queen's Indian Defense: Kasparov Variation
7|Bb7 Bg5 h6 Bh4 g5 Bg3 Nh5|E12|Queen's Indian Defense: Kasparov Variation, Botvinnik Attack
8|a3 d5 cxd5 Nxd5 e4|E12|Queen's Indian Defense: Kasparov-Petrosian Variation, Polovodin Gambit
7|d5 cxd5 exd5 Bg5 Be7 e3 O-O Bd3 Bb7 Ne5|D55|Queen's Gambit Declined: Pillsbury Attack
6|a3|E12|Queen's Indian Defense: Petrosian Variation
7|Ba6 Qc2 Bb7|E12|Queen's Indian Defense: Petrosian Variation, Farago Defense
7|Bb7 Nc3|E12|Queen's Indian Defense: Kasparov-Petrosian Variation
9|Be7|E12|Queen's Indian Defense: Kasparov-Petrosian Variation, Marco Defense
9|Ne4|E12|Queen's Indian Defense: Kasparov-Petrosian Variation, Andersson Variation
9|d5|E12|Queen's Indian Defense: Kasparov-Petrosian Variation, Main Line
10|cxd5 Nxd5|E12|Queen's Indian Defense: Kasparov-Petrosian Variation, Modern Variation
12|Bd2|E12|Queen's Indian Defense: Kasparov-Petrosian Variation, Romanishin Attack
12|Qa4+|E12|Queen's Indian Defense: Kasparov-Petrosian Variation, Rashkovsky Attack
12|Qc2|E12|Queen's Indian Defense: Kasparov-Petrosian Variation, Kasparov Attack
12|e3|E12|Queen's Indian Defense: Kasparov-Petrosian Variation, Petrosian Attack
11|exd5|E12|Queen's Indian Defense: Kasparov-Petrosian Variation, Classical Variation
9|g6|E12|Queen's Indian Defense: Kasparov-Petrosian Variation, Hedgehog Variation
6|e3|E14|Queen's Indian Defense: Spassky System
7|Bb7|E14|Queen's Indian Defense: Spassky System
8|Bd3|E14|Queen's Indian Defense: Spassky System
9|c5|E14|Queen's Indian Defense: Spassky System3
10|Nc3 cxd4 exd4 Be7 O-O d5 cxd5 Nxd5|E14|Queen's Indian Defense: Spassky System3
10|O-O Be7 b3 O-O Bb2 cxd4 Nxd4|E14|Queen's Indian Defense: Averbakh Variation
9|d5|E14|Queen's Indian Defense: Spassky System
6|g3|E15|Queen's Indian Defense: Fianchetto Variation
7|Ba6|E15|Queen's Indian Defense: Fianchetto Variation, Nimzowitsch Variation
8|Qa4|E15|Queen's Indian Defense: Fianchetto Variation, Nimzowitsch Variation, Nimzowitsch Attack
8|Qb3|E15|Queen's Indian Defense: Fianchetto Variation, Nimzowitsch Variation, Timman's Line
8|b3|E15|Queen's Indian Defense: Fianchetto Variation, Nimzowitsch Variation, Quiet Line
9|Bb4+|E15|Queen's Indian Defense: Fianchetto Variation, Check Variation
10|Bd2 Be7|E15|Queen's Indian Defense: Fianchetto Variation, Check Variation, Intermezzo Line
11|Qe7|E15|Queen's Indian Defense: Fianchetto Variation, Check Variation, Modern Line
7|Bb7|E15|Queen's Indian Defense: Fianchetto Variation, Traditional Line
8|Bg2 Bb4+|E16|Queen's Indian Defense: Capablanca Variation
10|Bd2 Be7|E16|Queen's Indian Defense: Riumin Variation
11|Bxd2+ Qxd2 O-O Nc3 Ne4 Qc2 Nxc3 Ng5|E11|Bogo-Indian Defense: Monticelli Trap
9|Be7|E17|Queen's Indian Defense: Traditional Variation
10|Nc3|E17|Queen's Indian Defense: Anti-Queen's Indian System
11|Ne4 Bd2|E17|Queen's Indian Defense: Opocensky Variation
10|O-O|E17|Queen's Indian Defense: Classical Variation
11|O-O Nc3|E18|Queen's Indian Defense: Classical Variation, Traditional Variation
13|Na6|E18|Queen's Indian Defense: Classical Variation, Tiviakov Defense
13|Ne4 Qc2 Nxc3 Qxc3|E19|Queen's Indian Defense: Classical Variation, Traditional Variation, Main Line
13|d5|E18|Queen's Indian Defense: Classical Variation, Traditional Variation, Nimzowitsch Line
12|Re1|E17|Queen's Indian Defense: Fianchetto Variation, Kramnik Variation
12|b3|E17|Queen's Indian Defense: Euwe Variation
12|d5 exd5 Nd4|E17|Queen's Indian Defense: Classical Variation, Taimanov Gambit
14|Nh4|E17|Queen's Indian Defense: Classical Variation, Polugaevsky Gambit
9|c5|E15|Queen's Indian Defense: Fianchetto Variation, Sämisch Variation
10|d5 exd5 Ng5|E15|Queen's Indian Defense: Buerger Variation
12|Nh4|E15|Queen's Indian Defense: Fianchetto Variation, Rubinstein Variation
5|c5 d5 b5|E10|Blumenfeld Countergambit
8|Bg5|E10|Blumenfeld Countergambit: Duz-Khotimirsky Variation
9|exd5 cxd5 h6|E10|Blumenfeld Countergambit: Spielmann Variation
8|dxe6 fxe6 cxb5 d5|E10|Blumenfeld Countergambit Accepted
7|exd5 cxd5 d6 Nc3 g6|A61|Benoni Defense
12|Bg5|A61|Benoni Defense: Uhlmann Variation
12|Nd2|A61|Benoni Defense: Knight's Tour Variation
12|e4|A70|Benoni Defense: Classical Variation
13|Bg7 Be2|A70|Benoni Defense: Classical Variation, Traditional Variation
15|O-O O-O Re8 Nd2 Na6|A78|Benoni Defense: Classical Variation, Czerniak Defense
17|a6 a4 Bg4|A75|Benoni Defense: Classical Variation, Argentine Counterattack
14|Bg5|A71|Benoni Defense: Classical Variation, Averbakh-Grivas Attack
14|h3|A70|Benoni Defense: Classical Variation, New York Variation
12|g3|A61|Benoni Defense: Fianchetto Variation
5|d5 Bg5|D30|Queen's Gambit Declined: Traditional Variation
7|Bb4+|D30|Queen's Gambit Declined: Vienna Variation
7|h6|D30|Queen's Gambit Declined: Capablanca Variation
6|Nc3|D37|Queen's Gambit Declined: Three Knights Variation
7|Bb4|D38|Queen's Gambit Declined: Ragozin Defense
8|Bg5 Nbd7 e3 c5|D38|Queen's Gambit Declined: Westphalian Variation
9|dxc4|D39|Queen's Gambit Declined: Ragozin Defense, Vienna Variation
8|Qa4+|D38|Queen's Gambit Declined: Ragozin Defense, Alekhine Variation
7|Be7 Bf4|D37|Queen's Gambit Declined: Harrwitz Attack
9|O-O e3 Nbd7|D37|Queen's Gambit Declined: Harrwitz Attack, Two Knights Defense
11|c5 dxc5 Bxc5|D37|Queen's Gambit Declined: Harrwitz Attack, Main Line
14|Qc2 Nc6 Rd1 Qa5 a3|D37|Queen's Gambit Declined: Harrwitz Attack
16|a3 Qa5 O-O-O|D37|Queen's Gambit Declined: Harrwitz Attack
8|Bg5 O-O Qc2|D37|Queen's Gambit Declined: Miles Variation
10|e3|D55|Queen's Gambit Declined: Modern Variation, Normal Line
11|Nbd7|D60|Queen's Gambit Declined: Orthodox Defense
12|Bd3|D60|Queen's Gambit Declined: Orthodox Defense, Botvinnik Variation
13|c6|D60|Queen's Gambit Declined: Orthodox Defense, Botvinnik Variation
12|Qc2 c5 cxd5|D62|Queen's Gambit Declined: Orthodox Defense, Rubinstein Variation, Flohr Line
12|Rc1|D63|Queen's Gambit Declined: Orthodox Defense, Main Line
13|a6|D63|Queen's Gambit Declined: Orthodox Defense, Henneberger Variation
14|c5|D63|Queen's Gambit Declined: Orthodox Defense, Henneberger Variation
15|c6|D63|Queen's Gambit Declined: Orthodox Defense, Henneberger Variation
16|Bd3|D63|Queen's Gambit Declined: Orthodox Defense, Henneberger Variation
14|cxd5|D63|Queen's Gambit Declined: Orthodox Defense, Swiss, Carlsbad Variation
13|c6|D63|Queen's Gambit Declined: Orthodox Defense, Main Line
14|Bd3 dxc4 Bxc4 Nd5 Bxe7 Qxe7 O-O Nxc3 Rxc3 e5 Qc2|D68|Queen's Gambit Declined: Orthodox Defense, Classical Variation
14|Qc2|D64|Queen's Gambit Declined: Orthodox Defense, Rubinstein Attack
15|a6|D64|Queen's Gambit Declined: Orthodox Defense, Rubinstein Attack
11|h6|D55|Queen's Gambit Declined: Neo-Orthodox Variation
12|Bxf6|D55|Queen's Gambit Declined: Anti-Tartakower Variation
9|h6 Bh4 O-O e3|D55|Queen's Gambit Declined: Neo-Orthodox Variation, Main Line
13|Ne4 Bxe7 Qxe7 Qc2|D56|Queen's Gambit Declined: Lasker Defense, Teichmann Variation
13|b6|D58|Queen's Gambit Declined: Tartakower Defense
10|Bxf6 Bxf6 e3 O-O Rc1 c6 Bd3 Nd7 O-O dxc4 Bxc4|D55|Queen's Gambit Declined: Anti-Tartakower Variation, Petrosian Variation
7|Nbd7|D37|Queen's Gambit Declined: Barmen Variation
8|Bg5 h6 Bh4 dxc4|D37|Queen's Gambit Declined: Knight Defense, Alekhine Gambit
8|cxd5 exd5 Bf4|D35|Queen's Gambit Declined: Exchange Variation, Sämisch Variation
7|c5|D40|Queen's Gambit Declined: Semi-Tarrasch Defense
8|cxd5|D41|Queen's Gambit Declined: Semi-Tarrasch Defense
9|Nxd5 e3|D41|Queen's Gambit Declined: Semi-Tarrasch Defense, Pillsbury Variation
11|Nc6 Bd3|D42|Queen's Gambit Declined: Semi-Tarrasch Defense, Main Line
10|e4|D41|Queen's Gambit Declined: Semi-Tarrasch Defense, Exchange Variation
11|Nxc3 bxc3|D41|Queen's Gambit Declined: Semi-Tarrasch Defense, Exchange Variation
10|g3|D41|Queen's Gambit Declined: Semi-Tarrasch Defense
11|Nc6 Bg2|D41|Queen's Gambit Declined: Semi-Tarrasch Defense
9|cxd4 Qxd4 exd5 e4 dxe4 Qxd8+|D41|Queen's Gambit Declined: Semi-Tarrasch Defense, Endgame Variation
7|c6 Bg5 dxc4 e4 b5 e5 h6 Bh4 g5 Nxg5 Nd5|D44|Semi-Slav Defense: Botvinnik Variation, Alatortsev System
17|hxg5 Bxg5 Nbd7 Qf3|D44|Semi-Slav Defense: Botvinnik Variation, Szabo Variation
7|dxc4|D37|Queen's Gambit Declined: Three Knights, Vienna Variation
8|e3|D37|Queen's Gambit Declined: Vienna Variation, Quiet Variation
6|e3 Be7 Nc3 O-O b3 b6|E14|Queen's Indian Defense, with e3
8|b3 O-O Bb2 b6 Nbd2 Bb7 Bd3|E14|Queen's Indian Defense, with e3
10|Bd3 b6|E14|Queen's Indian Defense, with e3
7|b6 Nc3 Bb7|E14|Queen's Indian Defense, with e3
9|Bd6 Bd3|E14|Queen's Indian Defense, with e3
11|O-O O-O Bb7|E14|Queen's Indian Defense, with e3
10|cxd5 exd5|D35|Queen's Gambit Declined: Exchange Variation
7|c5 cxd5 exd5 Nc3 a6 Be2 Nc6|D32|Queen's Gambit Declined: Tarrasch Defense
6|g3 Bb4+ Bd2 Be7 Bg2 O-O O-O c6 Bf4 b6|E06|Catalan Opening: Closed
14|Qc2 Nbd7 Bf4 b6 Nbd2|E11|Bogo-Indian Defense: Retreat Variation
19|Ba6|E11|Bogo-Indian Defense: Retreat Variation
7|Be7 Bg2 O-O O-O Nbd7 Qc2 c6 Bf4 b6 Nbd2 Bb7 e4 dxe4 Nxe4 Nxe4 Qxe4|E09|Catalan Opening: Closed, Main Line
14|Nbd2|E09|Catalan Opening: Closed, Main Line
15|b6|E09|Catalan Opening: Closed Variation, Traditional Variation
11|c6 Qc2 b6 Nbd2 Bb7 e4 Nbd7|E09|Catalan Opening: Closed, Main Line
11|dxc4|E05|Catalan Opening: Open Defense, Classical Line
7|c6 Bg2 dxc4|E04|Catalan Opening: Open Defense
4|Qb3|E00|Indian Defense
4|g3|E00|Catalan Opening
5|Bb4+ Bd2 Be7 Bg2 d5 Nf3|E11|Bogo-Indian Defense: Retreat Variation
11|Nbd7 O-O O-O Qc2 c6|E11|Bogo-Indian Defense: Retreat Variation
16|Rc1|E11|Bogo-Indian Defense: Retreat Variation
16|Rd1|E11|Bogo-Indian Defense: Retreat Variation
17|h6|E11|Bogo-Indian Defense: Retreat Variation
16|b3|E11|Bogo-Indian Defense: Retreat Variation
11|O-O|E11|Bogo-Indian Defense: Retreat Variation
12|O-O|E11|Bogo-Indian Defense: Retreat Variation
12|Qc2 c6 O-O|E11|Bogo-Indian Defense: Retreat Variation
5|Be7 Bg2 d5 Nf3 O-O O-O Nbd7 Qc2 c6 b3 b6 Rd1 Bb7 Nc3 b5|E08|Catalan Opening: Closed, Spassky Gambit
5|c5 d5 exd5 cxd5 d6 Nc3 g6 Bg2 Bg7 Nf3 O-O|A62|Benoni Defense: Fianchetto Variation
16|O-O Nbd7|A63|Benoni Defense: Fianchetto Variation, Hastings Defense
17|a6 a4 Nbd7 Nd2 Re8|A64|Benoni Defense: Fianchetto Variation, Hastings Defense, Main Line
5|d5|E00|Catalan Opening
6|Bg2|E01|Catalan Opening: Open Defense
7|Be7 Nf3|E06|Catalan Opening: Closed
9|O-O O-O Nbd7|E07|Catalan Opening: Closed
12|Nc3 c6 Qd3|E07|Catalan Opening: Closed, Botvinnik Variation
12|Qc2|E08|Catalan Opening: Closed
13|c6 Bf4 b6 Nbd2 Bb7 e4|E08|Catalan Opening: Closed
14|Nbd2 b6 b3 a5 Bb2 Ba6|E09|Catalan Opening: Closed, Sokolsky Variation
14|b3|E08|Catalan Opening: Closed
15|b6|E08|Catalan Opening: Closed
11|c6 Qc2 b6 Nbd2 Bb7 e4 Na6|E06|Catalan Opening: Closed
14|Rd1 Nbd7 Bf4|E08|Catalan Opening: Closed
7|c5 Nf3 Nc6|E01|Catalan Opening: Tarrasch Defense
7|dxc4|E02|Catalan Opening: Open Defense
8|Nf3|E04|Catalan Opening: Open Defense
9|Be7|E05|Catalan Opening: Open Defense, Classical Line
9|Nc6 Qa4 Bb4+|E04|Catalan Opening: Open Defense, Modern Sharp Variation
8|Qa4+ Nbd7 Qxc4|E03|Catalan Opening: Open Defense
11|a6 Qc2|E03|Catalan Opening: Open Defense, Alekhine Variation
5|e5|E00|Catalan Opening: Hungarian Gambit
4|g4|E00|Indian Defense: Devin Gambit
3|g5|A50|Indian Defense: Medusa Gambit
3|g6|E60|Indian Defense: West Indian Defense
4|Nc3|E61|King's Indian Defense
5|Bg7 Nf3 O-O e3 d6 Be2|E61|King's Indian Defense: Semi-Classical Variation
11|Nbd7 O-O e5 b4|E61|King's Indian Defense: Semi-Classical Variation, Queenside Storm Line
14|dxe5 dxe5|E61|King's Indian Defense: Semi-Classical Variation, Exchange Variation
11|c6|E60|King's Indian Defense: Semi-Classical Variation, Benoni Variation
8|g3 d5 cxd5 Nxd5 Bg2 c5 O-O|D75|Neo-Grünfeld Defense: Delayed Exchange Variation
7|d6 Bg5|E61|King's Indian Defense: Smyslov Variation
8|g3|E62|King's Indian Defense: Fianchetto Variation, Delayed Fianchetto
9|O-O Bg2 Nbd7 O-O e5 e4 Re8 h3 exd4 Nxd4 Nc5 Re1 a5|E68|King's Indian Defense: Fianchetto Variation, Long Variation
11|Nc6 O-O Bg4|E62|King's Indian Defense: Fianchetto Variation, Simagin Variation
11|c6 O-O Bf5|E62|King's Indian Defense: Fianchetto Variation, Larsen Defense
13|Qb6|E61|King's Indian Defense: Fianchetto Variation, Benjamin Defense
6|e4|E70|King's Indian Defense: Normal Variation
7|d6|E70|King's Indian Defense: Normal Variation
8|Be2|E73|King's Indian Defense: Normal Variation, Standard Development
9|O-O Be3|E73|King's Indian Defense: Semi-Averbakh System
10|Bg5|E73|King's Indian Defense: Averbakh Variation
11|Na6|E73|King's Indian Defense: Averbakh Variation, Modern Defense
12|Qd2 c6|E73|King's Indian Defense: Averbakh Variation, Modern Defense, Burgess Line
11|Nbd7|E73|King's Indian Defense: Averbakh Variation, Geller Defense
11|Nc6|E73|King's Indian Defense: Averbakh Variation, Nc6 Defense
11|a6|E73|King's Indian Defense: Averbakh Variation, Spanish Defense
11|c5|E74|King's Indian Defense: Averbakh Variation, Benoni Defense
12|d5|E74|King's Indian Defense: Averbakh Variation, Benoni Defense, Advance Variation
13|e6|E75|King's Indian Defense: Averbakh Variation, Main Line
12|dxc5|E74|King's Indian Defense: Averbakh Variation, Benoni Defense, Exchange Variation
11|h6|E73|King's Indian Defense: Averbakh Variation, Flexible Defense
10|f4|E77|King's Indian Defense: Four Pawns Attack
8|Bg5|E70|King's Indian Defense: Accelerated Averbakh Variation
8|Nf3|E90|King's Indian Defense: Normal Variation, Rare Defenses
9|O-O Be2|E91|King's Indian Defense: Orthodox Variation
11|Na6|E91|King's Indian Defense: Kazakh Variation
11|Nbd7 O-O e5 d5|E94|King's Indian Defense: Orthodox Variation, Positional Defense, Closed Line
11|e5|E92|King's Indian Defense: Orthodox Variation
12|Be3|E92|King's Indian Defense: Orthodox Variation, Gligoric-Taimanov System
12|O-O|E94|King's Indian Defense: Orthodox Variation
13|Na6|E94|King's Indian Defense: Orthodox Variation, Glek Defense
13|Nbd7 Re1|E95|King's Indian Defense: Orthodox Variation
15|c6 Bf1 a5|E96|King's Indian Defense: Orthodox Variation, Positional Defense, Main Line
13|Nc6|E97|King's Indian Defense: Orthodox Variation, Aronin-Taimanov Defense
14|d5 Ne7 Bd2|E97|King's Indian Defense: Orthodox Variation, Korchnoi Attack
16|Nd2|E97|King's Indian Defense: Orthodox Variation, Modern System
16|Ne1|E98|King's Indian Defense: Orthodox Variation, Classical System
17|Nd7 Be3|E98|King's Indian Defense: Orthodox Variation, Classical System, Neo-Classical Line
19|f5 f3 f4 Bf2 g5 Rc1 Ng6 c5|E98|King's Indian Defense: Orthodox Variation, Classical System, Kozul Gambit
18|f3 f5|E99|King's Indian Defense: Orthodox Variation, Classical System, Traditional Line
20|g4|E99|King's Indian Defense: Orthodox Variation, Classical System, Benko Attack
16|b4|E97|King's Indian Defense: Orthodox Variation, Bayonet Attack
17|Nh5 Qc2|E97|King's Indian Defense: Orthodox Variation, Bayonet Attack, Yepishin's Line
18|Re1|E97|King's Indian Defense: Orthodox Variation, Bayonet Attack, Sokolov's Line
13|a5|E94|King's Indian Defense: Orthodox Variation, Ukrainian Defense
13|c6|E94|King's Indian Defense: Orthodox Variation, Donner Defense
12|d5|E92|King's Indian Defense: Petrosian Variation
13|Nbd7|E93|King's Indian Defense: Petrosian Variation, Normal Defense
14|Bg5 h6 Bh4 g5 Bg3 Nh5 h4|E93|King's Indian Defense: Petrosian Variation, Keres Defense
13|a5|E92|King's Indian Defense: Petrosian Variation, Stein Defense
12|dxe5|E92|King's Indian Defense: Exchange Variation
10|Be3|E90|King's Indian Defense: Larsen Variation
10|Bg5|E90|King's Indian Defense: Zinnowitz Variation
8|Nge2|E70|King's Indian Defense: Kramer Variation
8|f3|E80|King's Indian Defense: Sämisch Variation
9|O-O|E81|King's Indian Defense: Sämisch Variation, Normal Defense
10|Be3 Nc6|E83|King's Indian Defense: Sämisch Variation, Yates Defense
12|Nge2 Rb8|E83|King's Indian Defense: Sämisch Variation, Ruban Variation
13|a6|E83|King's Indian Defense: Sämisch Variation, Panno Formation
14|Qd2 Rb8|E84|King's Indian Defense: Sämisch Variation, Panno Main Line
11|b6|E82|King's Indian Defense: Sämisch Variation, Double Fianchetto
11|c5|E81|King's Indian Defense: Sämisch Variation, Sämisch Gambit
12|dxc5 dxc5 Qxd8 Rxd8 Bxc5|E81|King's Indian Defense: Sämisch Variation, Sämisch Gambit Accepted
11|c6 Bd3 a6|E81|King's Indian Defense: Sämisch Variation, Byrne Defense
11|e5|E85|King's Indian Defense: Sämisch Variation, Orthodox Variation
12|Nge2 c6|E86|King's Indian Defense: Sämisch Variation
14|d5 cxd5|E89|King's Indian Defense: Sämisch Variation, Closed Variation, Main Line
12|d5|E87|King's Indian Defense: Sämisch Variation, Closed Variation
13|Nh5 Qd2 Qh4+ g3 Nxg3 Qf2 Nxf1 Qxh4 Nxe3 Ke2|E87|King's Indian Defense: Sämisch Variation, Bronstein Defense
23|Nxc4|E87|King's Indian Defense: Sämisch Variation, Orthodox Variation, Bronstein Variation
13|c6|E88|King's Indian Defense: Sämisch Variation, Closed Variation
10|Bg5|E81|King's Indian Defense: Steiner Attack
11|c5 d5|A65|Benoni Defense: King's Pawn Line, with Bg5
13|e6 Qd2 exd5 Nxd5|E81|King's Indian Defense: Steiner Attack
16|exd5|A65|Benoni Defense: King's Pawn Line, with Bg5
15|h6 Bxh6|E81|King's Indian Defense: Steiner Attack
13|h6 Bf4|E81|King's Indian Defense: Steiner Attack
10|Nge2|E81|King's Indian Defense: Sämisch Variation, Bobotsov-Korchnoi-Petrosian Variation
11|c5 d5 e6 Ng3 exd5 cxd5|A65|Benoni Defense: King's Pawn Line, with Nge2
8|f4|E76|King's Indian Defense: Four Pawns Attack
9|Na6|E76|King's Indian Defense: Four Pawns Attack, Modern Defense
9|O-O Be2 c5 d5 e6 dxe6 fxe6 g4 Nc6 h4|E77|King's Indian Defense: Six Pawns Attack
10|Nf3 c5 Be2|E78|King's Indian Defense: Four Pawns Attack, Fluid Attack
13|cxd4 Nxd4 Nc6 Be3|E79|King's Indian Defense: Four Pawns Attack, Exchange Variation
12|d5|E76|King's Indian Defense: Four Pawns Attack, Dynamic Attack
13|e6 Be2|E77|King's Indian Defense: Four Pawns Attack, Normal Attack
15|exd5 e5|E77|King's Indian Defense: Four Pawns Attack, Florentine Gambit
8|g3|E72|King's Indian Defense: Normal Variation, Deferred Fianchetto
9|O-O Bg2 e5 Nge2|E72|King's Indian Defense: Pomar System
8|h3|E71|King's Indian Defense: Makogonov Variation
9|O-O Be3|E71|King's Indian Defense: Karpov System
5|d5|D80|Grünfeld Defense
6|Bf4|D82|Grünfeld Defense: Brinckmann Attack
7|Bg7 Rc1 O-O e3 c5 dxc5 Qa5|D83|Grünfeld Defense: Brinckmann Attack, Reshevsky Gambit
8|e3 O-O|D83|Grünfeld Defense: Brinckmann Attack, Grünfeld Gambit
10|Rc1|D83|Grünfeld Defense: Brinckmann Attack, Grünfeld Gambit, Capablanca Variation
11|c5 dxc5 Be6|D83|Grünfeld Defense: Brinckmann Attack, Grünfeld Gambit, Botvinnik Variation
10|cxd5 Nxd5 Nxd5 Qxd5 Bxc7|D84|Grünfeld Defense: Brinckmann Attack, Grünfeld Gambit Accepted
6|Bg5|D80|Grünfeld Defense: Stockholm Variation
7|Ne4 Nxe4 dxe4 Qd2 c5|D80|Grünfeld Defense: Lundin Variation
6|Nf3|D90|Grünfeld Defense: Three Knights Variation
7|Bg7|D90|Grünfeld Defense: Three Knights Variation
8|Bf4|D92|Grünfeld Defense: Three Knights Variation, Hungarian Attack
9|O-O e3|D93|Grünfeld Defense: Three Knights Variation, Hungarian Variation
8|Bg5|D91|Grünfeld Defense: Three Knights Variation, Petrosian System
8|Qa4+|D90|Grünfeld Defense: Flohr Variation
8|Qb3|D96|Grünfeld Defense: Russian Variation
9|dxc4 Qxc4 O-O e4|D97|Grünfeld Defense: Russian Variation
13|Bg4|D98|Grünfeld Defense: Russian Variation, Smyslov Variation
14|Be3 Nfd7 Be2 Nb6 Qd3 Nc6 O-O-O|D98|Grünfeld Defense: Russian Variation, Keres Variation
16|Qb3|D99|Grünfeld Defense: Russian Variation, Smyslov Variation
17|c5|D99|Grünfeld Defense: Russian Variation, Yugoslav Variation
13|Na6|D97|Grünfeld Defense: Russian Variation, Prins Variation
13|Nc6|D97|Grünfeld Defense: Russian Variation, Byrne Variation
13|a6|D97|Grünfeld Defense: Russian Variation, Hungarian Variation
13|b6|D97|Grünfeld Defense: Russian Variation, Levenfish Variation
13|c6|D97|Grünfeld Defense: Russian Variation, Szabo Variation
8|e3|D94|Grünfeld Defense: Three Knights Variation, Burille Variation
9|O-O Bd2|D94|Grünfeld Defense: Opocensky Variation
10|Bd3|D94|Grünfeld Defense: Three Knights Variation, Paris Variation
10|Qb3|D95|Grünfeld Defense: Three Knights Variation, Vienna Variation
11|e6|D95|Grünfeld Defense: Botvinnik Variation
10|b4|D94|Grünfeld Defense: Makogonov Variation
6|Qb3|D81|Grünfeld Defense: Russian Variation, Accelerated Variation
6|cxd5 Nxd5|D85|Grünfeld Defense: Exchange Variation
8|Na4|D85|Grünfeld Defense: Exchange Variation, Nadanian Attack
8|e4 Nxc3 bxc3 Bg7 Bc4|D86|Grünfeld Defense: Exchange Variation, Classical Variation
13|O-O Ne2 Nc6|D86|Grünfeld Defense: Exchange Variation, Simagin's Improved Variation
15|Qd7|D86|Grünfeld Defense: Exchange Variation, Larsen Variation
16|O-O b6|D86|Grünfeld Defense: Exchange Variation, Larsen Variation
15|b6|D86|Grünfeld Defense: Exchange Variation, Simagin's Lesser Variation
13|c5 Ne2 Nc6 Be3 O-O O-O Bg4 f3 Na5 Bd3 cxd4 cxd4 Be6|D89|Grünfeld Defense: Exchange Variation, Spassky Variation
22|Bxf7+|D87|Grünfeld Defense: Exchange Variation, Seville Variation
19|cxd4 cxd4|D88|Grünfeld Defense: Exchange Variation, Spassky Variation
15|O-O|D87|Grünfeld Defense: Exchange Variation, Spassky Variation
16|O-O Nc6 Be3 Bg4 f3 Na5 Bd3 cxd4 cxd4 Be6 d5|D89|Grünfeld Defense: Exchange Variation, Sokolsky Variation
12|Nf3|D85|Grünfeld Defense: Exchange Variation, Modern Exchange Variation
13|c5|D85|Grünfeld Defense: Exchange Variation, Modern Exchange Variation
14|Rb1 O-O Be2 Nc6 d5 Bxc3+|D85|Grünfeld Defense: Exchange Variation, Modern Exchange Variation, Pawn Grab Line
6|e3 Bg7 Qb3 dxc4 Bxc4 O-O Nf3 Nbd7 Ng5|D95|Grünfeld Defense: Pachman Variation
6|f3|D80|Grünfeld Defense: Lutikov Variation
7|c5 cxd5 Nxd5 Na4|D80|Grünfeld Defense: Lutikov Variation, Murrey Attack
6|g4|D80|Grünfeld Defense: Gibbon Gambit
6|h4|D80|Grünfeld Defense: Zaitsev Gambit
4|Nf3 Bg7 b4|E60|King's Indian Defense: Santasiere Variation
6|g3|E60|King's Indian Defense: Fianchetto Variation
7|O-O Bg2 c6 O-O d5|D78|Neo-Grünfeld Defense: Classical Variation, Original Defense
12|cxd5 cxd5|D79|Neo-Grünfeld Defense: Ultra-Delayed Exchange Variation
9|d5 cxd5 Nxd5 O-O|D74|Neo-Grünfeld Defense: Delayed Exchange Variation
13|Nb6|D76|Neo-Grünfeld Defense: Delayed Exchange Variation
9|d6 O-O Nbd7 Nc3 e5|E67|King's Indian Defense: Fianchetto Variation, Classical Fianchetto
14|e4|E68|King's Indian Defense: Fianchetto Variation, Classical Variation
15|c6 h3|E69|King's Indian Defense: Fianchetto Variation, Classical Main Line
11|Nc6 Nc3 a6|E63|King's Indian Defense: Fianchetto Variation, Panno Variation
14|d5 Na5 Nd2 c5 Qc2 Rb8 b3 b5 Bb2 bxc4 bxc4 Bh6|E63|King's Indian Defense: Fianchetto Variation, Panno Variation, Donner Line
19|e5|E63|King's Indian Defense: Fianchetto Variation, Panno Variation, Blockade Line
14|h3 Rb8 Be3 b5 Nd2|E63|King's Indian Defense: Fianchetto Variation, Panno Variation, Korchnoi Line
13|e5|E62|King's Indian Defense: Fianchetto Variation, Uhlmann-Szabo System
11|c5 Nc3|E65|King's Indian Defense: Fianchetto Variation, Yugoslav Variation
13|Nc6 d5|E66|King's Indian Defense: Fianchetto Variation, Yugoslav Variation, Advance Line
14|dxc5 dxc5|E65|King's Indian Defense: Fianchetto Variation, Yugoslav Variation, Exchange Line
11|c6 Nc3 Qa5|E62|King's Indian Defense: Fianchetto Variation, Kavalek Defense
7|c5 Bg2 Qa5+|E64|King's Indian Defense: Fianchetto Variation, Pterodactyl Variation
7|d6 Bg2 O-O O-O Nbd7 Nc3 a6|E64|King's Indian Defense: Fianchetto Variation, Hungarian Variation
13|e5 b3|E64|King's Indian Defense: Fianchetto Variation, Double Fianchetto Attack
11|c5|E64|King's Indian Defense: Fianchetto Variation, Yugoslav System
5|d5|D70|Neo-Grünfeld Defense: with Nf3
4|Qc2|E60|Queen's Pawn, Mengarini Attack
4|d5|E60|Indian Defense: Anti-Grünfeld, Advance Variation
5|b5|E60|Indian Defense: Anti-Grünfeld, Adorjan Gambit
4|f3|E60|Indian Defense: Anti-Grünfeld, Alekhine Variation
5|c5 d5 d6 e4 Bg7 Nc3 e6 Be3 O-O Qd2 exd5 cxd5|A65|Benoni Defense: King's Pawn Line
5|d5|D70|Neo-Grünfeld Defense: Goglidze Attack
5|e5|E60|Indian Defense: Anti-Grünfeld, Alekhine Variation, Leko Gambit
4|g3|E60|King's Indian Defense: Fianchetto Variation, Immediate Fianchetto
5|Bg7 Bg2 O-O Nc3 d6 Nf3 Nbd7|E67|King's Indian Defense: Fianchetto Variation, Debrecen Defense
11|Nc6|E62|King's Indian Defense: Fianchetto Variation, Carlsbad Variation
12|O-O Bf5|E62|King's Indian Defense: Fianchetto Variation, Lesser Simagin (Spassky)
11|c5|E64|King's Indian Defense: Fianchetto Variation, Yugoslav Variation, Rare Line
7|d5|E60|Grünfeld Defense: Counterthrust Variation
8|cxd5 Nxd5|D71|Neo-Grünfeld Defense: Exchange Variation
5|d5|D70|Neo-Grünfeld Defense: with g3
6|Bg2 Bg7 Nf3|D73|Neo-Grünfeld Defense: with g3
8|cxd5 Nxd5 e4 Nb6 Ne2|D72|Neo-Grünfeld Defense: with g3
4|h4|E60|Indian Defense: Anti-Grünfeld, Basman-Williams Attack
2|d5|A45|Indian Defense: Pawn Push Variation
2|e4|A45|Indian Defense: Omega Gambit
3|Nxe4 Bd3 Nf6 Bg5|A45|Indian Defense: Omega Gambit, Arafat Gambit
2|f3|A45|Paleface Attack
3|d5 Nc3|A45|Queen's Pawn Game: Veresov, Richter Attack
4|e4|A45|Indian Defense: Paleface Attack, Blackmar-Diemer Gambit Deferred
4|g4|A45|Indian Defense: Gedult Attack
2|f4|A45|Canard Opening
2|g3|A45|Indian Defense: Tartakower Attack
2|g4|A45|Indian Defense: Gibbins-Weidenhagen Gambit
3|Nxg4|A45|Indian Defense: Gibbins-Weidenhagen Gambit Accepted
4|e4 d6 Be2 Nf6 Nc3|A45|Indian Defense: Gibbins-Weidenhagen Gambit, Stummer Gambit
4|f3 Nf6 e4|A45|Indian Defense: Gibbins-Weidenhagen Gambit, Maltese Falcon
3|e5|A45|Indian Defense: Gibbins-Weidenhagen Gambit, Oshima Defense
1|b5|A40|Polish Defense
2|e4 Bb7 Bxb5|A40|Polish Defense: Spassky Gambit Accepted
1|b6|A40|English Defense
2|c4 Bb7 Nc3 e5|A40|English Defense: Eastbourne Gambit
1|c5|A43|Benoni Defense: Old Benoni
2|Nf3 cxd4 b4|A43|Benoni Defense: Zilbermints-Benoni Gambit
5|e5|A43|Benoni Defense: Zilbermints-Benoni Gambit, Tamarkin Countergambit
2|b4|A43|Benoni Defense: Zilbermints-Benoni Gambit
2|c4 cxd4 e3|A43|Queen's Pawn Game: Liedmann Gambit
2|d5|A43|Benoni Defense: Old Benoni
3|Na6|A43|Benoni Defense: Snail Variation
3|Nf6|A43|Benoni Defense: Benoni-Indian Defense
4|Nc3 Qa5|A43|Benoni Defense: Woozle
4|Nf3|A43|Benoni Defense: Benoni-Indian Defense, Kingside Move Order
3|d6|A43|Benoni Defense: Old Benoni
4|Nc3 g6|A43|Benoni Defense: Old Benoni, Schmid Variation
3|e5|A44|Benoni Defense: Old Benoni
4|e4 d6|A44|Benoni Defense: Semi-Benoni
3|f5|A43|Benoni Defense: Old Benoni, Mujannah Formation
4|e4|A43|Benoni Defense: Benoni-Staunton Gambit
2|dxc5|A43|Benoni Defense: Benoni Gambit Accepted
3|Na6|A43|Benoni Defense: Benoni Gambit, Schlenker Defense
3|b6|A43|Benoni Defense: Cormorant Gambit
1|c6 Nf3 Nf6 c4 b5|A40|Slav Indian: Kudischewitsch Gambit
2|c4 d6|A40|Queen's Pawn Game: Anglo-Slav Opening
1|d5|D00|Queen's Pawn Game
2|Bf4|D00|Queen's Pawn Game: Accelerated London System
3|c5|D00|Queen's Pawn Game: Accelerated London System, Steinitz Countergambit
4|dxc5|D00|Queen's Pawn Game: Accelerated London System, Steinitz Countergambit Accepted
4|e4|D00|Queen's Pawn Game: Accelerated London System, Steinitz Countergambit, Morris Countergambit
5|dxe4|D00|Queen's Pawn Game: Accelerated London System, Steinitz Countergambit, Morris Countergambit Accepted
2|Bg5|D00|Queen's Pawn Game: Levitsky Attack
3|Bg4|D00|Queen's Pawn Game: Levitsky Attack, Welling Variation
2|Nc3|D00|Queen's Pawn Game: Chigorin Variation
3|Bf5|D00|Queen's Pawn Game: Chigorin Variation, Alburt Defense
3|Bg4|D00|Queen's Pawn Game: Chigorin Variation, Anti-Veresov
3|Nf6 Bf4|D01|Rapport-Jobava System
5|e6|D01|Rapport-Jobava System
5|g6|D01|Rapport-Jobava System
3|c5|D00|Queen's Pawn Game: Chigorin Variation, Irish Gambit
3|e5|D00|Queen's Pawn Game: Chigorin Variation, Shaviliuk Gambit
3|e6|D00|Queen's Pawn Game: Chigorin Variation
4|Bf4|D01|Rapport-Jobava System, with e6
3|h5|D00|Queen's Pawn Game: Chigorin Variation, Shropshire Defense
2|Nf3|D02|Queen's Pawn Game: Zukertort Variation
3|Bf5 c4 e6 Nc3 c6|D02|Queen's Gambit Declined: Baltic Defense, Pseudo-Slav
3|Nc6|D02|Queen's Pawn Game: Chigorin Variation
3|Nf6|D02|Queen's Pawn Game: Symmetrical Variation
4|Bf4|D02|Queen's Pawn Game: London System
5|c5 e3|D02|Queen's Pawn Game: London System
7|Nc6 Nbd2|D02|Queen's Pawn Game: London System
9|e6 c3|D02|Queen's Pawn Game: London System
4|Bg5|D03|Queen's Pawn Game: Torre Attack
5|Ne4|D03|Queen's Pawn Game: Torre Attack, Gossip Variation
5|e6 Nbd2 Be7 c3 Nbd7 e3|D03|Queen's Pawn Game: Torre Attack
6|e3 Nbd7 Bd3|D03|Queen's Pawn Game: Torre Attack
7|c5 Nbd2|D03|Queen's Pawn Game: Torre Attack
9|Nc6 c3|D03|Queen's Pawn Game: Torre Attack
8|c3 Nbd7|D03|Queen's Pawn Game: Torre Attack
10|Nbd2|D03|Queen's Pawn Game: Torre Attack
11|Bd6|D03|Queen's Pawn Game: Torre Attack
11|Be7|D03|Queen's Pawn Game: Torre Attack
9|Nc6|D03|Queen's Pawn Game: Torre Attack
10|Bd3|D03|Queen's Pawn Game: Torre Attack
5|g6|D03|Queen's Pawn Game: Torre Attack, Grünfeld Variation
6|e3|D03|Queen's Pawn Game: Torre Attack, Grünfeld Variation
4|c4 b5|D02|Queen's Pawn Game: Zilbermints Countergambit
5|c6 Nc3 e6 e3 Nbd7 Bd3 dxc4 Bxc4 b5 Bd3 a6 e4 c5 e5 cxd4 Nxb5 Nxe5 Nxe5 axb5 O-O|D49|Semi-Slav Defense: Meran Variation, Sozin Variation
9|Ne4 Bd3 f5|D45|Semi-Slav Defense: Stonewall Defense
6|e3 e6 Nc3 Nbd7 Qc2 Bd6 b3|D45|Semi-Slav Defense: Stoltz Variation
13|O-O Bb2|D45|Semi-Slav Defense: Stoltz Variation
5|e6 Nc3 Be7 Bg5 O-O e3 Nbd7 Qb3|D60|Queen's Gambit Declined: Orthodox Defense, Rauzer Variation
12|Rc1 c6 Bd3 dxc4 Bxc4 Nd5 h4|D67|Queen's Gambit Declined: Orthodox Defense, Janowski Variation
14|Qc2 a6 cxd5|D65|Queen's Gambit Declined: Orthodox Defense, Rubinstein Attack
17|exd5 Bd3|D65|Queen's Gambit Declined: Orthodox Defense, Rubinstein Attack
4|e3|D04|Queen's Pawn Game: Colle System
5|Bf5|D04|Queen's Pawn Game: Colle System, Anti-Colle
5|e6|D05|Queen's Pawn Game: Colle System
6|Bd3|D05|Queen's Pawn Game: Colle System
7|Bd6 O-O O-O b3 Nbd7 Bb2|D05|Rubinstein Opening: Semi-Slav Defense
13|c6|D05|Rubinstein Opening: Semi-Slav Defense
14|Nbd2|D05|Rubinstein Opening: Semi-Slav Defense
6|b3|D05|Queen's Pawn Game: Colle System
7|c5 Bb2 Nc6|D05|Queen's Pawn Game: Colle System
10|Bd3|D05|Queen's Pawn Game: Colle System
10|Nbd2|D05|Queen's Pawn Game: Colle System
5|g6 Bd3 Bg7|D04|Queen's Pawn Game: Colle System, Grünfeld Formation
4|g3|D02|Queen's Pawn Game: Symmetrical Variation, Pseudo-Catalan
5|c6 Bg2 Bg4|D02|Queen's Pawn Game: Symmetrical Variation, Pseudo-Catalan
8|O-O Nbd7 c4|D11|Slav Defense: Modern Line
3|c5|D02|Queen's Pawn Game: Krause Variation
4|e3 Nf6 Nbd2 e6 b3|D05|Queen's Pawn Game: Zukertort Variation
4|g3 cxd4 Bg2|D02|Queen's Pawn Game: Chandler Gambit
3|c6 Bg5 h6 Bh4 Qb6|D02|Queen's Pawn Game: Levitsky Attack, Euwe Variation, Modern Line
3|e6 Bf4|D02|Queen's Pawn Game: London System, with e6
5|Nf6|D02|Queen's Pawn Game: London System, with e6
2|Qd3|D00|Amazon Attack
2|c4|D06|Queen's Gambit
3|Bf5|D06|Queen's Gambit Declined: Baltic Defense
4|Nc3 e6 Nf3 Nc6|D06|Queen's Gambit Declined: Baltic Defense, Pseudo-Chigorin
6|Qb3|D06|Queen's Gambit Declined: Baltic Defense, Queen Attack Deferred
4|Qb3|D06|Queen's Gambit Declined: Baltic Defense, Queen Attack
4|cxd5 Bxb1 Qa4+ c6 dxc6 Nxc6|D06|Queen's Gambit Declined: Baltic Defense, Argentinian Gambit
3|Nc6|D07|Queen's Gambit Declined: Chigorin Defense
4|Nc3|D07|Queen's Gambit Declined: Chigorin Defense
5|dxc4|D07|Queen's Gambit Declined: Chigorin Defense
6|Nf3|D07|Queen's Gambit Declined: Chigorin Defense, Janowski Variation
7|Nf6|D07|Queen's Gambit Declined: Chigorin Defense, Modern Gambit
5|e5|D07|Queen's Gambit Declined: Chigorin Defense, Tartakower Gambit
4|Nf3 Bg4|D07|Queen's Gambit Declined: Chigorin Defense, Main Line
6|Qa4|D07|Queen's Gambit Declined: Chigorin Defense, Main Line, Alekhine Variation
5|e5|D07|Queen's Gambit Declined: Chigorin Defense, Lazard Gambit
4|cxd5 Qxd5|D07|Queen's Gambit Declined: Chigorin Defense, Exchange Variation
6|e3 e5 Nc3 Bb4 Bd2 Bxc3 Bxc3 exd4 Ne2|D07|Queen's Gambit Declined: Chigorin Defense, Exchange Variation, Costa's Line
3|Nf6|D06|Queen's Gambit Declined: Marshall Defense
4|cxd5 c6|D06|Queen's Gambit Declined: Marshall Defense, Tan Gambit
3|b5|D06|Queen's Gambit Declined: Zilbermints Gambit
3|c5|D06|Queen's Gambit Declined: Austrian Defense
4|Nf3 Nf6 Nc3 e6 e3 Nc6 Bd3|D40|Queen's Gambit Declined: Semi-Tarrasch Defense, with e3
4|cxd5 Nf6|D06|Queen's Gambit Declined: Austrian Defense, Gusev Countergambit
6|e4 Nxe4 dxc5 Qa5+|D06|Queen's Gambit Declined: Austrian Defense, Haberditz Variation
4|dxc5 d4|D06|Queen's Gambit Declined: Austrian Attack, Salvio Countergambit
3|c6|D10|Slav Defense
4|Nc3|D10|Slav Defense
5|Nf6 Nf3 e6 e3 Nbd7 Bd3 dxc4 Bxc4 b5 Bd3 a6 e4 c5 e5 cxd4 Nxb5 Nxe5 Nxe5 axb5 O-O Qd5 Qe2 Ba6 Bg5|D49|Semi-Slav Defense: Meran Variation, Rellstab Attack
6|e3 e6 Nf3|D45|Semi-Slav Defense: Main Line
9|Nbd7|D45|Semi-Slav Defense: Normal Variation
10|Bd3|D46|Semi-Slav Defense: Main Line
11|Bb4|D46|Semi-Slav Defense: Romih Variation
11|Bd6|D46|Semi-Slav Defense: Chigorin Defense
12|Qc2|D46|Semi-Slav Defense: Chigorin Defense
11|Be7|D46|Semi-Slav Defense: Bogoljubow Variation
11|dxc4 Bxc4|D47|Semi-Slav Defense: Semi-Meran Variation
13|b5|D47|Semi-Slav Defense: Meran Variation
14|Bd3 Bb7|D47|Semi-Slav Defense: Meran Variation, Wade Variation
16|e4 b4 Na4 c5 e5 Nd5|D47|Semi-Slav Defense: Meran Variation, Wade Variation, Larsen Variation
22|O-O cxd4 Nxd4|D47|Semi-Slav Defense: Meran Variation, Wade Variation, Kaidanov Gambit
15|Bd6 O-O Bb7 a3 O-O Qc2|D46|Semi-Slav Defense: Chigorin Defense
15|a6|D48|Semi-Slav Defense: Meran Variation
16|e4 c5|D48|Semi-Slav Defense: Meran Variation
18|e5|D48|Semi-Slav Defense: Meran Variation, Old Variation
19|cxd4 Nxb5|D49|Semi-Slav Defense: Meran Variation, Blumenfeld Variation
21|Ng4|D49|Semi-Slav Defense: Meran Variation, Rabinovich Variation
21|Nxe5 Nxe5 axb5 Qf3|D49|Semi-Slav Defense: Meran Variation, Stahlberg Variation
10|Qc2|D45|Semi-Slav Defense: Stoltz Variation
11|Bd6 b3 O-O Bb2 Qe7 Bd3|D46|Semi-Slav Defense: Chigorin Defense
15|Re8 Bd3|D46|Semi-Slav Defense: Chigorin Defense
11|b6 b3|D45|Semi-Slav Defense: Stoltz Variation
13|Bb7|D45|Semi-Slav Defense: Stoltz Variation
14|Bd3|D46|Semi-Slav Defense: Chigorin Defense
15|Be7 O-O O-O Bb2|D46|Semi-Slav Defense: Main Line
10|b3 Bd6 Bb2 O-O Bd3|D46|Semi-Slav Defense: Chigorin Defense
9|a6|D45|Semi-Slav Defense: Accelerated Meran Variation
7|g6 Nf3 Bg7 Bd3 O-O O-O Bf5|D94|Grünfeld Defense: Flohr Defense
13|Bg4|D94|Grünfeld Defense: Smyslov Defense
5|dxc4|D10|Slav Defense
6|e4|D10|Slav Defense: Slav Gambit, Alekhine Attack
5|e5|D10|Slav Defense: Winawer Countergambit
6|e4|D10|Slav Defense: Winawer Countergambit, Anti-Winawer Gambit
4|Nf3|D11|Slav Defense: Modern Line
5|Nf6 Bg5|D11|Slav Defense: Bonet Gambit
6|Nbd2|D11|Slav Defense: Breyer Variation
6|Nc3|D15|Slav Defense: Three Knights Variation
7|Qb6|D15|Slav Defense: Süchting Variation
7|a6|D15|Slav Defense: Chebanenko Variation
8|c5|D15|Slav Defense: Chebanenko Variation, Advance System
8|e3 Bf5|D15|Slav Defense: Chebanenko Variation
7|dxc4|D15|Slav Defense: Two Knights Attack
8|a4|D16|Slav Defense: Alapin Variation
9|Bf5|D17|Slav Defense: Czech Variation
10|Ne5|D17|Slav Defense: Czech Variation, Krause Attack
11|Na6 e4|D17|Slav Defense: Czech Variation, Krause Attack, Fazekas Gambit
11|Nbd7 Nxc4 Qc7 g3 e5|D17|Slav Defense: Czech Variation, Carlsbad Variation
16|dxe5 Nxe5 Bf4 Nfd7 Bg2 g5|D17|Slav Defense: Czech Variation, Carlsbad Variation, Morozevich Variation
11|e6|D17|Slav Defense: Czech Variation, Wiesbaden Variation
12|f3 Bb4 e4|D17|Slav Defense: Czech Variation, Wiesbaden Variation, Sharp Line
10|Nh4|D17|Slav Defense: Czech Variation, Bled Attack
10|e3|D18|Slav Defense: Czech Variation, Classical System
11|Na6|D18|Slav Defense: Czech Variation, Lasker Variation
11|e6 Bxc4 Bb4 O-O|D19|Slav Defense: Czech Variation, Dutch Variation
15|O-O Qe2|D19|Slav Defense: Czech Variation, Classical System, Main Line
17|Ne4 g4|D19|Slav Defense: Czech Variation, Dutch Variation, Sämisch Variation
9|Bg4|D16|Slav Defense: Steiner Variation
9|Na6|D16|Slav Defense: Smyslov Variation
9|e6|D16|Slav Defense: Soultanbeieff Variation
8|e3|D15|Slav Defense: Alekhine Variation
8|e4|D15|Slav Defense: Geller Gambit
9|b5 e5|D15|Slav Defense: Geller Gambit
7|e6|D43|Semi-Slav Defense
8|Bg5 Nbd7 e3|D52|Queen's Gambit Declined
11|Qa5|D52|Queen's Gambit Declined: Cambridge Springs Defense
12|Nd2 Bb4 Qc2|D52|Queen's Gambit Declined: Cambridge Springs Defense, Bogoljubow Variation
13|dxc4|D52|Queen's Gambit Declined: Cambridge Springs Defense, Rubinstein Variation
12|cxd5|D52|Queen's Gambit Declined: Cambridge Springs Defense
13|Nxd5|D52|Queen's Gambit Declined: Cambridge Springs Defense, Yugoslav Variation
9|dxc4|D44|Semi-Slav Defense Accepted
10|e4|D44|Semi-Slav Defense: Botvinnik Variation
11|b5 e5 h6 Bh4 g5 Nxg5|D44|Semi-Slav Defense: Botvinnik Variation
17|hxg5 Bxg5 Nbd7 g3|D44|Semi-Slav Defense: Botvinnik Variation, Lilienthal Variation
16|exf6 gxh4 Ne5|D44|Semi-Slav Defense: Botvinnik Variation, Ekstrom Variation
9|h6 Bh4|D43|Semi-Slav Defense: Anti-Moscow Gambit
10|Bxf6 Qxf6|D43|Semi-Slav Defense: Moscow Variation
12|Qb3|D43|Semi-Slav Defense: Hastings Variation
8|e3 Nbd7 Bd3 dxc4 Bxc4 b5 Bd3 a6 e4 c5 d5|D48|Semi-Slav Defense: Meran Variation, Reynolds' Variation
18|e5 cxd4 Nxb5 Nxe5|D49|Semi-Slav Defense: Meran Variation, Sozin Variation
15|b4|D47|Semi-Slav Defense: Meran Variation, Lundin Variation
10|Qc2 Bd6 e4|D45|Semi-Slav Defense: Stoltz Variation, Center Variation
13|dxe4 Nxe4 Nxe4 Qxe4 e5 dxe5|D45|Semi-Slav Defense: Stoltz Variation, Center Variation, Mikhalchishin Line
12|g4|D45|Semi-Slav Defense: Stoltz Variation, Shabalov Attack
7|g6|D15|Slav Defense: Schlechter Variation
6|Qc2 e6 Nbd2 Be7 g3 Nbd7 Bg2 O-O O-O b5|E09|Catalan Opening: Closed Variation, Rabinovich Variation
6|cxd5 cxd5|D13|Slav Defense: Exchange Variation
8|Nc3 Nc6 Bf4 Bf5 e3 e6 Qb3 Bb4|D14|Slav Defense: Exchange Variation, Trifunovic Variation
6|e3|D11|Slav Defense: Quiet Variation
7|Bf5|D12|Slav Defense: Quiet Variation, Schallopp Defense
8|Nc3 e6|D12|Slav Defense: Quiet Variation, Schallopp Defense
8|cxd5 cxd5 Nc3|D13|Slav Defense: Exchange Variation, Schallopp Variation
11|e6 Ne5 Nfd7|D12|Slav Defense: Quiet Variation, Amsterdam Variation
10|Qb3 Qc8 Bd2 e6 Na3|D12|Slav Defense: Quiet Variation, Landau Variation
7|Bg4|D11|Slav Defense: Quiet Variation, Pin Defense
7|e6 Nbd2|D30|Semi-Slav Defense: Quiet Variation
9|Nbd7|D30|Semi-Slav Defense: Quiet Variation
10|Bd3 c5|D30|Queen's Gambit Declined: Semmering Variation
9|Ne4 Bd3 f5|D30|Queen's Gambit Declined: Stonewall Variation
6|g3 Bg4 Bg2 e6 O-O|D11|Slav Defense: Modern Line
7|dxc4 Bg2 g6|D11|Slav Defense: Modern Line
5|e6 e3 Nf6 Nc3 Bd6 Bd3 dxc4 Bxc4 b5 Bd3 Nbd7 O-O O-O Qc2|D46|Semi-Slav Defense: Chigorin Defense
4|cxd5|D10|Slav Defense: Exchange Variation
5|cxd5 Nc3 Nf6 Nf3 Nc6 Bf4 Bf5|D14|Slav Defense: Exchange Variation, Symmetrical Line
8|f3|D10|Slav Defense: Exchange Variation, Boor Attack
4|e4|D10|Slav Defense: Diemer Gambit
3|dxc4|D20|Queen's Gambit Accepted
4|Nf3|D21|Queen's Gambit Accepted: Normal Variation
5|Nd7|D21|Queen's Gambit Accepted: Godes Variation
5|Nf6|D23|Queen's Gambit Accepted
6|Nc3|D24|Queen's Gambit Accepted: Showalter Variation
7|a6 e4|D24|Queen's Gambit Accepted: Bogoljubow Defense
7|c5 d5 e6 e4 exd5 e5|D24|Queen's Gambit Accepted: Gunsberg Defense, Prianishenmo Gambit
6|Qa4+|D23|Queen's Gambit Accepted: Mannheim Variation
6|e3|D25|Queen's Gambit Accepted: Normal Variation
7|Be6|D25|Queen's Gambit Accepted: Winawer Defense
7|Bg4|D25|Queen's Gambit Accepted: Janowski-Larsen Variation
7|e6|D26|Queen's Gambit Accepted: Normal Variation, Traditional System
8|Bxc4 Be7 O-O O-O|D26|Queen's Gambit Accepted: Normal Variation, Traditional System
12|Nc3|D26|Queen's Gambit Accepted: Normal Variation, Traditional System
11|a6|D26|Queen's Gambit Accepted: Normal Variation, Traditional System
9|c5|D26|Queen's Gambit Accepted: Classical Defense
10|O-O|D26|Queen's Gambit Accepted: Classical Defense, Normal Line
11|Nc6|D26|Queen's Gambit Accepted: Classical Defense, Steinitz Variation, Development Variation
11|a6|D27|Queen's Gambit Accepted: Classical Defense, Main Line
12|Nc3|D27|Queen's Gambit Accepted: Classical Defense, Main Line
12|Qe2|D28|Queen's Gambit Accepted: Classical Defense, Alekhine System
13|b5|D28|Queen's Gambit Accepted: Classical Defense, Alekhine System
14|Bb3 Bb7|D29|Queen's Gambit Accepted: Classical Defense, Alekhine System, Main Line
16|Nc3|D29|Queen's Gambit Accepted: Classical Defense, Alekhine System, Main Line
16|Rd1 Nbd7 Nc3 Bd6|D29|Queen's Gambit Accepted: Classical Defense, Alekhine System, Smyslov Variation
15|Nc6 Rd1 c4 Bc2 Nb4 Nc3 Nxc2 Qxc2 Bb7 d5 Qc7|D28|Queen's Gambit Accepted: Classical, Flohr Variation
12|a4|D27|Queen's Gambit Accepted: Classical Defense, Rubinstein Variation
12|dxc5 Bxc5|D27|Queen's Gambit Accepted: Furman Variation
11|cxd4|D26|Queen's Gambit Accepted: Classical Defense, Steinitz Variation, Exchange Variation
10|Qe2 a6 dxc5 Bxc5 O-O Nc6 e4 b5 e5|D26|Queen's Gambit Accepted: Classical, Furman Variation
7|g6|D25|Queen's Gambit Accepted: Smyslov Variation
5|a6|D22|Queen's Gambit Accepted: Alekhine Defense
6|e3 Bg4 Bxc4 e6 d5|D22|Queen's Gambit Accepted: Alekhine Defense, Alatortsev Variation
7|b5|D22|Queen's Gambit Accepted: Alekhine Defense, Haberditz Variation
6|e4|D21|Queen's Gambit Accepted: Alekhine Defense, Borisenko-Furman Variation
5|b5|D21|Queen's Gambit Accepted: Slav Gambit
5|c5|D21|Queen's Gambit Accepted: Gunsberg Defense
5|e6|D21|Queen's Gambit Accepted: Rosenthal Variation
6|e3 Nf6 Bxc4 Be7 O-O O-O Nc3 a6 a4 c5|D27|Queen's Gambit Accepted: Classical Defense, Rubinstein Variation
4|Qa4+|D20|Queen's Gambit Accepted: Accelerated Mannheim Variation
4|e3|D20|Queen's Gambit Accepted: Old Variation
5|Nf6 Bxc4 e6 Nf3 c5 O-O a6 e4|D27|Queen's Gambit Accepted: Classical Defense, Russian Gambit
5|e5 Bxc4 exd4 Qb3 Qe7 Kf1|D20|Queen's Gambit Accepted: Old Variation, Korchnoi Gambit
10|Nd2|D20|Queen's Gambit Accepted: Old Variation, Novikov Gambit
10|Nf3|D20|Queen's Gambit Accepted: Old Variation, Christensen Gambit
10|a3|D20|Queen's Gambit Accepted: Old Variation, Billinger Gambit
4|e4|D20|Queen's Gambit Accepted: Saduleto Variation
5|Nc6|D20|Queen's Gambit Accepted: Central Variation, Modern Defense
5|Nf6|D20|Queen's Gambit Accepted: Central Variation, Alekhine System
5|b5|D20|Queen's Gambit Accepted: Central Variation, Greco Variation
5|c5|D20|Queen's Gambit Accepted: Central Variation, Rubinstein Defense
6|d5 Nf6 Nc3 b5|D20|Queen's Gambit Accepted: Linares Variation
7|b5|D20|Queen's Gambit Accepted: Central Variation, Rubinstein Defense, Yefimov Gambit
5|e5|D20|Queen's Gambit Accepted: Central Variation, McDonnell Defense
6|Bxc4|D20|Queen's Gambit Accepted: Central Variation, McDonnell Defense, Somov Gambit
5|f5|D20|Queen's Gambit Accepted: Schwartz Defense
3|e5|D08|Queen's Gambit Declined: Albin Countergambit
4|dxe5 d4 Nf3|D08|Queen's Gambit Declined: Albin Countergambit, Normal Line
7|Nc6 Nbd2|D08|Queen's Gambit Declined: Albin Countergambit, Modern Line
9|Bg4 h3 Bxf3 Nxf3 Bb4+ Bd2 Qe7|D08|Queen's Gambit Declined: Albin Countergambit, Krenosz Variation
9|Qe7|D08|Queen's Gambit Declined: Albin Countergambit, Balogh Variation
9|f6|D08|Queen's Gambit Declined: Albin Countergambit, Janowski Variation
8|g3|D09|Queen's Gambit Declined: Albin Countergambit, Fianchetto Variation
9|Be6|D09|Queen's Gambit Declined: Albin Countergambit, Fianchetto Variation, Be6 Line
9|Bf5|D09|Queen's Gambit Declined: Albin Countergambit, Fianchetto Variation, Bf5 Line
9|Bg4|D09|Queen's Gambit Declined: Albin Countergambit, Fianchetto Variation, Bg4 Line
7|c5|D08|Queen's Gambit Declined: Albin Countergambit, Tartakower Defense
6|e3 Bb4+ Bd2 dxe3|D08|Queen's Gambit Declined: Albin Countergambit, Lasker Trap
6|e4|D08|Queen's Gambit Declined: Albin Countergambit, Spassky Variation
3|e6|D30|Queen's Gambit Declined
4|Nc3|D31|Queen's Gambit Declined: Queen's Knight Variation
5|Be7|D31|Queen's Gambit Declined: Charousek Variation
6|Nf3 Nf6 Bf4 O-O e3 b6|D37|Queen's Gambit Declined: Harrwitz Attack, Fianchetto Defense
8|Bg5 h6 Bh4 O-O Rc1 dxc4|D53|Queen's Gambit Declined: Uhlmann Variation
12|e3 Ne4|D56|Queen's Gambit Declined: Lasker Defense
14|Bxe7 Qxe7 cxd5 Nxc3 bxc3|D57|Queen's Gambit Declined: Lasker Defense, Main Line
13|b6 cxd5 Nxd5|D59|Queen's Gambit Declined: Tartakower Defense, Makogonov Exchange Variation
16|Bxe7 Qxe7 Nxd5 exd5 Rc1 Be6|D59|Queen's Gambit Declined: Tartakower Defense
15|exd5|D58|Queen's Gambit Declined: Tartakower Defense, Exchange Variation
6|e4 dxe4 f3|D31|Queen's Gambit Declined: Charousek Variation, Miladinovic Gambit
5|Nf6|D35|Queen's Gambit Declined: Normal Defense
6|Bf4|D35|Queen's Gambit Declined: Harrwitz Attack
6|Bg5|D50|Queen's Gambit Declined: Modern Variation
7|Be7|D53|Queen's Gambit Declined
8|Bxf6|D53|Queen's Gambit Declined: Modern Variation, Heral Variation
8|Nf3|D53|Queen's Gambit Declined
9|c6 e3 dxc4 Bxc4|D53|Queen's Gambit Declined
8|e3 Nbd7 Nf3 O-O Rc1 h6 Bh4 c5|D63|Queen's Gambit Declined: Orthodox Defense, Main Line
9|O-O Nf3 Nbd7 Qc2|D61|Queen's Gambit Declined: Orthodox Defense, Rubinstein Variation
13|a6 cxd5 exd5 Bd3 Re8|D61|Queen's Gambit Declined: Orthodox Defense, Rubinstein Variation
13|c5|D61|Queen's Gambit Declined: Orthodox Defense, Rubinstein Variation
13|c6|D61|Queen's Gambit Declined: Orthodox Defense, Rubinstein Variation
14|Rd1 a6|D61|Queen's Gambit Declined: Orthodox Defense, Rubinstein Variation
14|a3|D61|Queen's Gambit Declined: Orthodox Defense, Rubinstein Variation
12|Rc1 c6 Bd3|D66|Queen's Gambit Declined: Orthodox Defense, Bd3 Line
15|dxc4 Bxc4 Nd5|D67|Queen's Gambit Declined: Orthodox Defense, Capablanca System
18|Bxe7 Qxe7|D67|Queen's Gambit Declined: Orthodox Defense, Bd3 Line
20|Ne4|D67|Queen's Gambit Declined: Orthodox Defense, Alekhine Variation
20|O-O|D67|Queen's Gambit Declined: Orthodox Defense, Main Line
21|Nxc3 Rxc3 e5|D68|Queen's Gambit Declined: Orthodox Defense, Classical Variation
24|dxe5 Nxe5 Nxe5 Qxe5|D69|Queen's Gambit Declined: Orthodox Defense, Classical Variation
15|h6 Bh4|D66|Queen's Gambit Declined: Orthodox Defense, Bd3 Line
11|h6 Bh4 Ne4 Bxe7 Qxe7 Qc2 Nf6 Bd3 dxc4 Bxc4 c5 O-O Nc6 Rfd1 Bd7|D56|Queen's Gambit Declined: Lasker Defense, Russian Variation
16|cxd5 Nxc3 bxc3 exd5 Qb3 Rd8 c4 Be6|D57|Queen's Gambit Declined: Lasker Defense, Bernstein Variation, Mar del Plata Gambit
7|Nbd7|D51|Queen's Gambit Declined: Modern Variation, Knight Defense
8|Nf3 c6 Rc1 Qa5 Bd2|D51|Queen's Gambit Declined: Rochlin Variation
10|e4|D51|Queen's Gambit Declined: Alekhine Variation
8|e3|D51|Queen's Gambit Declined: Modern Variation, Knight Defense
9|Bb4|D51|Queen's Gambit Declined: Manhattan Variation
9|c6|D51|Queen's Gambit Declined: Modern Variation, Knight Defense
10|Nf3 Qa5 Bxf6|D52|Queen's Gambit Declined: Cambridge Springs Defense, Capablanca Variation
12|Nd2 Bb4 Qc2 O-O Bh4|D52|Queen's Gambit Declined: Cambridge Springs Defense, Argentine Variation
10|a3|D51|Queen's Gambit Declined: Capablanca Variation, Anti-Cambridge Springs Variation
7|c5|D50|Queen's Gambit Declined: Been-Koomen Variation
8|Nf3 cxd4 Nxd4 e5 Ndb5 a6 Qa4|D50|Queen's Gambit Declined: Semi-Tarrasch Defense, Krause Variation
10|Qxd4|D50|Queen's Gambit Declined: Pseudo-Tarrasch Variation, Primitive Pillsbury Variation
8|cxd5|D50|Queen's Gambit Declined: Pseudo-Tarrasch Variation
9|Qb6|D50|Queen's Gambit Declined: Pseudo-Tarrasch Variation, Canal Variation
7|c6 Nf3 Be7 e3 Nbd7 Rc1 O-O Bd3 dxc4 Bxc4 b5|D66|Queen's Gambit Declined: Orthodox Defense, Fianchetto Variation
6|Nf3 Be7 Bf4 O-O e3 c6|D37|Queen's Gambit Declined: Harrwitz Attack, Orthodox Defense
8|e3 O-O|D37|Queen's Gambit Declined: Three Knights Variation
7|c5 Bg5|D40|Queen's Gambit Declined: Semi-Tarrasch Defense, Pillsbury Variation
8|cxd5 Nxd5 e4 Nxc3 bxc3 cxd4 cxd4 Bb4+ Bd2 Bxd2+ Qxd2 O-O Bb5|D41|Queen's Gambit Declined: Semi-Tarrasch Defense, Kmoch Variation
8|e3 Nc6 Bd3 Bd6 O-O O-O|D40|Queen's Gambit Declined: Semi-Tarrasch Defense, Symmetrical Variation
14|Qe2 Qe7 dxc5 Bxc5 e4|D40|Queen's Gambit Declined: Semi-Tarrasch Defense, Levenfish Variation
10|a3 cxd4 exd4 Bd6|D40|Queen's Gambit Declined: Semi-Tarrasch Defense
6|cxd5 Nxd5 e4 Nxc3 bxc3 c5 Nf3 cxd4 cxd4 Bb4+ Bd2 Qa5|D41|Queen's Gambit Declined: Semi-Tarrasch Defense, San Sebastian Variation
6|e3 Be7 cxd5 exd5 Bd3 O-O Nf3 c6|D35|Queen's Gambit Declined: Exchange Variation
5|a6|D31|Queen's Gambit Declined: Janowski Variation
5|c5|D32|Tarrasch Defense
6|cxd5 cxd4|D32|Tarrasch Defense: Schara Gambit
8|Qxd4 Nc6 Qd1 exd5 Qxd5 Be6|D32|Tarrasch Defense: von Hennig Gambit
7|exd5|D32|Queen's Gambit Declined: Tarrasch Defense
8|Nf3|D32|Tarrasch Defense: Two Knights Variation
9|Nc6 Bg5 Be7|D32|Queen's Gambit Declined: Tarrasch Defense
12|Bxe7 Ngxe7|D32|Queen's Gambit Declined: Tarrasch Defense
10|dxc5 d4 Na4 b5|D32|Tarrasch Defense: Grünfeld Gambit
10|g3|D33|Tarrasch Defense: Rubinstein System
11|Nf6|D33|Tarrasch Defense: Prague Variation
12|Bg2 Be7|D34|Tarrasch Defense: Prague Variation, Main Line
14|O-O O-O|D34|Tarrasch Defense: Classical Variation
16|Bg5|D34|Tarrasch Defense: Classical Variation, Carlsbad Variation
17|Be6|D34|Tarrasch Defense: Classical Variation, Endgame Variation
17|c4|D34|Tarrasch Defense: Classical Variation, Advance Variation
17|cxd4 Nxd4 Re8|D34|Tarrasch Defense: Classical Variation, Petursson Variation
19|h6 Be3 Bg4|D34|Tarrasch Defense: Classical Variation, Spassky Variation
21|Re8|D34|Tarrasch Defense: Classical Variation, Main Line
22|Rc1 Be6|D34|Tarrasch Defense: Classical Variation, Chandler Variation
16|dxc5 Bxc5 Na4|D34|Tarrasch Defense: Classical Variation, Réti Variation
17|d4|D34|Tarrasch Defense: Classical Variation, Classical Tarrasch Gambit
13|Bg4|D33|Tarrasch Defense: Wagner Variation
13|cxd4 Nxd4 Bc5|D33|Tarrasch Defense: Dubov Tarrasch
11|c4|D33|Tarrasch Defense: Swedish Variation
12|e4|D33|Tarrasch Defense: Swedish Variation, Central Break
8|dxc5 d4 Na4 b5|D32|Tarrasch Defense: Tarrasch Gambit
8|e4|D32|Tarrasch Defense: Marshall Gambit
6|e3 Nf6 Nf3 Nc6|D32|Tarrasch Defense: Symmetrical Variation
5|c6|D31|Semi-Slav Defense: Accelerated Move Order
6|Nf3 Nf6 e3 Nbd7 Ne5|D45|Semi-Slav Defense: Rubinstein System
10|b3 Bd6 Bb2 O-O Be2|D45|Semi-Slav Defense: Normal Variation
7|dxc4|D31|Semi-Slav Defense: Noteboom Variation
8|Bg5|D31|Semi-Slav Defense: Noteboom Variation, Anti-Noteboom Variation
9|f6|D31|Semi-Slav Defense: Noteboom Variation, Anti-Noteboom Variation, Belyavsky Line
8|a4 Bb4 e3 Bxc3+ bxc3 b5 axb5 cxb5|D31|Semi-Slav Defense: Noteboom Variation, Abrahams Variation
11|b5 Bd2 a5|D31|Queen's Gambit Declined: Semi-Slav, Abrahams Variation
8|e3 b5 a4 Bb4 Bd2 Qe7|D31|Queen's Gambit Declined: Semi-Slav, Koomen Variation
8|g3|D31|Semi-Slav Defense: Noteboom Variation, Anti-Noteboom Gambit
6|e3 Nf6 Nf3 Nbd7 Bd3 dxc4 Bxc4 b5 Bd3 a6 e4 b4|D48|Semi-Slav Defense: Meran Variation, Pirc Variation
7|f5|D31|Semi-Slav Defense: Anti-Noteboom, Stonewall Variation
8|g4|D31|Semi-Slav Defense: Anti-Noteboom, Stonewall Variation, Portisch Gambit
6|e4|D31|Semi-Slav Defense: Marshall Gambit
7|dxe4 Nxe4 Bb4+ Bd2|D31|Semi-Slav Defense: Marshall Gambit, Main Line
11|Qxd4 Bxb4 Qxe4+ Be2 c5 Bxc5 Qxg2|D31|Semi-Slav Defense: Marshall Gambit, Tolush Variation
10|Nc3|D31|Semi-Slav Defense: Marshall Gambit, Forgotten Variation
8|f3|D31|Semi-Slav Defense: Gunderam Gambit
4|Nf3 Nf6 Nc3 Be7 Bg5 O-O e3 Nbd7 Rc1 c6 Bd3 dxc4 Bxc4 Nd5 Bxe7 Qxe7 O-O Nxc3 Rxc3 e5 Qb1|D68|Queen's Gambit Declined: Orthodox Defense, Classical Variation
7|Nc6 Bg5 Be7 e3 O-O|D53|Queen's Gambit Declined
12|Rc1 h6 Bh4|D56|Queen's Gambit Declined
15|Ne4|D56|Queen's Gambit Declined: Lasker Defense
7|dxc4 Bg5|D24|Queen's Gambit Accepted
9|Be7|D53|Queen's Gambit Declined
10|e4|D53|Queen's Gambit Declined
8|e4|D24|Queen's Gambit Accepted
6|e3 c6 Nbd2 g6|D30|Queen's Gambit Declined: Spielmann Variation
5|c5|D30|Queen's Gambit Declined: Tarrasch Defense, Pseudo-Tarrasch
6|cxd5 exd5 Bg5|D30|Queen's Gambit Declined: Tarrasch Defense, Pseudo-Tarrasch Bishop Attack
8|g3 Nc6 Bg2 Nf6 O-O Be7 Nc3 O-O Bg5 Be6 Rc1 b6|D34|Queen's Gambit Declined: Tarrasch Defense, Stoltz Variation
5|c6 Nc3 dxc4 a4 Bb4 e3 b5 Bd2 Qb6|D31|Queen's Gambit Declined: Semi-Slav, Junge Variation
2|e3|D00|Queen's Pawn Game
3|Nf6|D00|Queen's Pawn Game
4|Bd3|D00|Queen's Pawn Game: Stonewall Attack
2|e4|D00|Blackmar-Diemer Gambit
3|dxe4 Bc4|D00|Blackmar-Diemer Gambit: Fritz Attack
4|Be3|D00|Blackmar-Diemer Gambit: Diemer-Rosenberg Attack
4|Nc3 Bf5|D00|Blackmar-Diemer Gambit: Zeller Defense
6|f3 Nf6 Bc4|D00|Blackmar-Diemer Gambit: Zeller Defense, Soller Attack
5|Nf6|D00|Blackmar-Diemer Gambit
6|Be3|D00|Blackmar-Diemer Gambit: Rasa-Studier Gambit
6|Bg5|D00|Blackmar-Diemer Gambit: von Popiel Gambit
7|Bf5 Bxf6 exf6 g4 Bg6 Qe2 Bb4 Qb5+|D00|Blackmar-Diemer Gambit: von Popiel Gambit, Zilbermints Variation
6|f3 Bf5|D00|Blackmar-Diemer Gambit Declined: Vienna Defense
7|Nc6|D00|Blackmar-Diemer Gambit Declined: Lamb Defense
7|a6|D00|Blackmar-Diemer Gambit Declined: Gedult Defense
7|c5|D00|Blackmar-Diemer Gambit Declined: Brombacher Countergambit
7|c6|D00|Blackmar-Diemer Gambit Declined: O'Kelly Defense
7|e3|D00|Blackmar-Diemer Gambit Declined: Langeheinicke Defense
7|e5|D00|Blackmar-Diemer Gambit Declined: Elbert Countergambit
7|e6|D00|Blackmar-Diemer Gambit Declined: Weinsbach Defense
8|fxe4|D00|Blackmar-Diemer Gambit Declined: Weinsbach Defense, Pfrang Gambit
7|exf3|D00|Blackmar-Diemer Gambit Accepted
8|Nxf3 Bf5|D00|Blackmar-Diemer Gambit Accepted: Gunderam Defense
10|Ne5 e6 g4 Be4|D00|Blackmar-Diemer Gambit Accepted: Gunderam Defense, Stader Variation
9|Bg4|D00|Blackmar-Diemer Gambit Accepted: Teichmann Defense
10|h3 Bxf3 Qxf3 c6 Be3|D00|Blackmar-Diemer Gambit Accepted: Teichmann Defense, Classical Variation
14|Qf2|D00|Blackmar-Diemer Gambit Accepted: Teichmann Defense, Ciesielski Variation
14|g4|D00|Blackmar-Diemer Gambit Accepted: Teichmann Defense, Seidel-Hall Attack
9|Nbd7|D00|Blackmar-Diemer Gambit Accepted: Schlutter Defense
9|Nc6|D00|Blackmar-Diemer Gambit Accepted: Pietrowsky Defense
9|Qd6|D00|Blackmar-Diemer Gambit Accepted: Holwell Defense
9|b6|D00|Blackmar-Diemer Gambit Accepted: Ritter Defense
9|c5|D00|Blackmar-Diemer Gambit Accepted: Kaulich Defense
9|c6|D00|Blackmar-Diemer Gambit Accepted: Ziegler Defense
9|e6|D00|Blackmar-Diemer Gambit Accepted: Euwe Defense
10|Bd3|D00|Blackmar-Diemer Gambit Accepted: Euwe Defense, Duthilleul Gambit
10|Bg5 Be7 Bd3 Nc6 O-O Nxd4 Kh1|D00|Blackmar-Diemer Gambit Accepted: Euwe Defense, Zilbermints Gambit
9|g6|D00|Blackmar-Diemer Gambit Accepted: Bogoljubow Defense
10|Bc4 Bg7 Ne5|D00|Blackmar-Diemer Gambit Accepted: Bogoljubow Defense, Nimzowitsch Attack
12|O-O O-O Kh1|D00|Blackmar-Diemer Gambit Accepted: Bogoljubow Defense, Kloss Attack
14|Qe1|D00|Blackmar-Diemer Gambit Accepted: Bogoljubow Defense, Studier Attack
12|h4|D00|Blackmar-Diemer Gambit Accepted: Bogoljubow Defense, Mad Dog Attack
8|Qxf3|D00|Blackmar-Diemer Gambit Accepted: Ryder Gambit
5|c5|D00|Blackmar-Diemer Gambit: Reversed Albin Countergambit
5|e5|D00|Blackmar-Diemer Gambit: Lemberger Countergambit
6|Be3|D00|Blackmar-Diemer Gambit: Lemberger Countergambit, Soller Attack
6|Nge2|D00|Blackmar-Diemer Gambit: Lemberger Countergambit, Rasmussen Attack
6|Nxe4|D00|Blackmar-Diemer Gambit: Lemberger Countergambit, Lange Gambit
6|Qh5|D00|Blackmar-Diemer Gambit: Lemberger Countergambit, Sneiders Attack
6|dxe5|D00|Blackmar-Diemer Gambit: Lemberger Countergambit, Endgame Variation
5|f5|D00|Blackmar-Diemer Gambit: Netherlands Variation
4|f3|D00|Blackmar-Diemer Gambit: Blackmar Gambit
2|f4|D00|Queen's Pawn Game: Mason Attack
2|g4|D00|Queen's Pawn Game: Zurich Gambit
1|d6|A41|Queen's Pawn Game
2|Nf3 Bg4|A41|Wade Defense
4|c4 Nd7 Qb3 Rb8|A41|Zukertort Opening: Wade Defense, Chigorin Plan
3|g6|A41|Queen's Pawn Game: Rossolimo Variation
4|c4 Bg7 e4 Bg4|A41|Robatsch Defense: Rossolimo Variation
2|c4|A41|Old Indian Defense
3|e5|A41|Rat Defense: English Rat
4|dxe5 Be6|A41|Rat Defense: English Rat, Pounds Gambit
5|Nc6|A41|Rat Defense: English Rat, Lisbon Gambit
1|e5|A40|Englund Gambit
2|Nf3|A40|Englund Gambit Declined: Reversed Alekhine
3|e4|A40|Englund Gambit Declined: Reversed Krebs
4|Ne5|A40|Englund Gambit Declined: Reversed Mokele Mbembe
4|Ng1|A40|Englund Gambit Declined: Reversed Brooklyn
2|d5|A40|Englund Gambit Declined
3|Bc5 e4 Qh4|A40|Englund Gambit Declined: Diemer Counterattack
2|dxe5 Nc6 Nf3 Bc5|A40|Englund Gambit: Felbecker Gambit
5|Nge7|A40|Englund Gambit: Zilbermints Gambit
5|Qe7|A40|Englund Gambit: Main Line
6|Qd5|A40|Englund Gambit: Stockholm Variation
5|f6|A40|Englund Gambit: Soller Gambit Deferred
3|Qh4|A40|Englund Gambit: Mosquito Gambit
3|d6|A40|Englund Gambit: Hartlaub-Charlick Gambit
3|f6|A40|Englund Gambit: Soller Gambit
2|e3|A40|Englund Gambit Declined: Reversed French
1|e6|A40|Horwitz Defense
2|c4 Bb4+|A40|Kangaroo Defense
4|Nc3|A40|Kangaroo Defense: Keres Defense, Transpositional Variation
3|Nf6 Nf3 d5 g3 Be7 Bg2 O-O O-O Nbd7 Qc2 c6 Rd1 b6 a4|E08|Catalan Opening: Closed, Zagoryansky Variation
3|b6|A40|English Defense
4|Nc3 d5|D31|Queen's Gambit Declined: Alapin Variation
4|e4 Bb7 Bd3 Nc6|A40|English Defense: Perrin Variation
6|f3 f5 exf5 Nh6|A40|English Defense: Poli Gambit
3|c5 d5 exd5 cxd5 d6 Nc3 g6 e4 Bg7 Nf3 Ne7|A40|Benoni Defense: Franco-Sicilian Hybrid
3|e5|A40|Horwitz Defense: Zilbermints Gambit
2|e4 d6|C00|Rat Defense: Small Center Defense
1|f5|A80|Dutch Defense
2|Bf4 e6 g4|A80|Dutch Defense: Senechaud Gambit
2|Bg5|A80|Dutch Defense: Hopton Attack
2|Nc3|A80|Dutch Defense: Raphael Variation
3|Nf6 g4|A80|Dutch Defense: Spielmann Gambit
3|d5|A80|Queen's Pawn Game: Veresov Attack, Dutch System
4|e4|A80|Dutch Defense: Kingfisher Gambit
2|Nf3 Nf6 c3|A80|Dutch Defense: Barcza Variation
3|e5|A80|Dutch Defense: Omega-Isis Gambit
2|Qd3|A80|Dutch Defense: Alapin Variation
3|d5 g4|A80|Dutch Defense: Manhattan Gambit, Anti-Stonewall
3|d6 g4|A80|Dutch Defense: Manhattan Gambit, Anti-Modern
3|e6 g4|A80|Dutch Defense: Manhattan Gambit, Anti-Classical Line
3|g6 g4|A80|Dutch Defense: Manhattan Gambit, Anti-Leningrad
2|c4|A84|Dutch Defense
3|Nf6|A84|Dutch Defense: Normal Variation
4|Nc3|A85|Dutch Defense: Queen's Knight Variation
5|d6 Nf3 Nc6|A84|Dutch Defense: Krause Variation
4|g3|A86|Dutch Defense: Fianchetto Variation
5|d6 Bg2 c6 Nc3 Qc7|A86|Dutch Defense: Hort-Antoshin System
5|e6 Bg2|A90|Dutch Defense: Classical Variation
7|Bb4+|A90|Dutch Defense: Nimzo-Dutch Variation
8|Bd2 Be7|A90|Dutch Defense: Nimzo-Dutch Variation, Alekhine Variation
7|Be7|A91|Dutch Defense: Classical Variation
8|Nf3 O-O|A92|Dutch Defense: Classical Variation
10|O-O Ne4|A92|Dutch Defense: Alekhine Variation
11|d5|A92|Dutch Defense: Stonewall Variation
12|Nc3|A92|Dutch Defense: Stonewall Variation
13|c6|A95|Dutch Defense: Stonewall Variation
14|Qc2 Qe8 Bg5|A95|Dutch Defense: Stonewall Variation, Chekhover Variation
12|b3|A93|Dutch Defense: Stonewall Variation, Botvinnik Variation
13|c6 Ba3|A94|Dutch Defense: Stonewall Variation
11|d6|A96|Dutch Defense: Classical Variation
12|Nc3 Ne4|A96|Dutch Defense: Classical Variation, Huisl Variation
13|Qe8|A97|Dutch Defense: Classical Variation, Ilyin-Zhenevsky Variation
14|Qc2|A98|Dutch Defense: Classical Variation, Ilyin-Zhenevsky Variation, Alatortsev-Lisitsyn Line
14|Re1|A97|Dutch Defense: Classical Variation, Ilyin-Zhenevsky Variation, Winter Variation
14|b3|A99|Dutch Defense: Classical Variation, Ilyin-Zhenevsky Variation, Modern Main Line
13|a5|A96|Dutch Defense: Classical Variation, Buenos Aires Variation
8|Nh3|A91|Dutch Defense: Classical Variation, Blackburne Attack
7|d5 Nf3|A90|Dutch Defense: Classical Variation
5|g6|A86|Dutch Defense: Leningrad Variation
6|Bg2 Bg7 Nf3|A87|Dutch Defense: Leningrad Variation
3|e6|A84|Dutch Defense: Classical Variation
4|Nc3|A84|Dutch Defense: Rubinstein Variation
4|Nf3 Nf6 g3 c6 Bg2 d5 O-O Bd6|A90|Dutch Defense: Stonewall Variation, Modern Variation
4|e4|A84|Dutch Defense: Bellon Gambit
3|g6 Nc3 Nh6|A84|Dutch Defense: Bladel Variation
2|e4|A82|Dutch Defense: Staunton Gambit
3|fxe4|A82|Dutch Defense: Staunton Gambit Accepted
4|Nc3 Nf6 Bg5|A83|Dutch Defense: Staunton Gambit
7|b6|A83|Dutch Defense: Staunton Gambit, Nimzowitsch Variation
7|c6|A83|Dutch Defense: Staunton Gambit, Chigorin Variation
7|g6 f3|A83|Dutch Defense: Staunton Gambit, Lasker Variation
8|h4|A83|Dutch Defense: Staunton Gambit, Alekhine Variation
6|f3|A82|Dutch Defense: Blackmar's Second Gambit
6|g4|A82|Dutch Defense: Staunton Gambit, Tartakower Variation
4|Nd2|A82|Dutch Defense: Staunton Gambit, American Attack
2|g3|A81|Dutch Defense: Fianchetto Attack
3|Nf6 Bg2 e6 Nh3|A81|Dutch Defense: Blackburne Variation
5|g6|A81|Dutch Defense: Semi-Leningrad Variation
6|Nf3 Bg7 O-O O-O c4 d6 Nc3 Nc6|A89|Dutch Defense: Leningrad Variation, Matulovic Variation
13|c6|A88|Dutch Defense: Leningrad Variation, Warsaw Variation
3|c6 Bg2 g6 Nf3 Bg7 O-O Nh6|A81|Dutch Defense: Leningrad, Basman System
3|g6 Bg2 Bg7 Nh3|A81|Dutch Defense: Leningrad Variation, Carlsbad Variation
2|g4|A80|Dutch Defense: Krejcik Gambit
3|e5|A80|Dutch Defense: Hevendehl Gambit
3|fxg4 e4 d5 Nc3|A80|Dutch Defense: Krejcik Gambit, Tate Gambit
2|h3|A80|Dutch Defense: Korchnoi Attack
3|Nf6 g4|A80|Dutch Defense: Janzen-Korchnoi Gambit
1|g5|A40|Borg Defense: Borg Gambit
1|g6|A40|Queen's Pawn Game: Modern Defense
2|Nc3 Bg7 e4 c5 d5 Qa5|B06|Pterodactyl Defense: Eastern, Benoni Pterodactyl
2|Nf3 Bg7 Bf4 c5 c3 cxd4 cxd4 Qa5+|D02|Queen's Pawn Game: London System, Pterodactyl Variation
4|Nc3 d5|D00|Queen's Pawn Game: Chigorin Variation, Fianchetto Defense
4|e3 c5 Bd3 Qa5+|A40|Colle System: Pterodactyl Variation
7|cxd4 Nxd4 Qa5+|A40|Colle System: Siroccopteryx Variation
4|g3 c5 Bg2 Qa5+|A40|Pterodactyl Defense: Fianchetto, Queen Pterodactyl
2|c4 Bg7 Nc3 c5 d5 Bxc3+ bxc3 Qa5|A40|Pterodactyl Defense: Fianchetto, Queen Pteranodon
9|f5|A40|Modern Defense: Beefeater Variation
7|Qa5|A40|Pterodactyl Defense: Fianchetto, Queen Benoni Pterodactyl
7|d6 e4 Bxc3+ bxc3 Qa5|A40|Pterodactyl Defense: Central, Benoni Beefeater Pterodactyl
6|e3|A40|Pterodactyl Defense: Queen Pterodactyl, Quiet Line
5|d6|A41|Modern Defense
6|e4|A42|Modern Defense: Averbakh System
7|Nc6|A42|Modern Defense: Kotov Variation
7|f5|A42|Modern Defense: Randspringer Variation
4|e4 c5 d5 Qa5+|A40|Pterodactyl Defense: Central, Benoni Pterodactyl
5|d6 Be3 Nf6 f3|A42|Modern Defense: Averbakh Variation, Pseudo-Sämisch
6|Nc3 c5 Nge2 Qa5|A42|Pterodactyl Defense: Central, Bogolubovia
5|e5|A41|Modern Defense: Neo-Modern Defense
2|e4 Bg7 Nc3 c5 d5|B06|Pterodactyl Defense: Eastern, Benoni
2|h4 Nf6 h5|A40|Modern Defense: Lizard Defense, Pirc-Diemer Gambit
0|e3|A00|Van't Kruijs Opening
1|e5 Bc4 b5 Bb3|A00|Van't Kruijs Opening: Bouncing Bishop Variation
2|Nc3 Nc6 f4 exf4 Nf3|A00|Van't Kruijs Opening: Keoni-Hiva Gambit, Alua Variation
3|Nf6 f4 exf4 Nf3|A00|Van't Kruijs Opening: Keoni-Hiva Gambit, Akahi Variation
3|d5 f4 exf4 Nf3|A00|Van't Kruijs Opening: Keoni-Hiva Gambit, Ekolu Variation
2|c4 d6 Nc3 Nc6 b3 Nf6|A00|Amsterdam Attack
0|e4|B00|King's Pawn Game
1|Na6|B00|Lemming Defense
1|Nc6|B00|Nimzowitsch Defense
2|Bb5|B00|Nimzowitsch Defense: Pseudo-Spanish Variation
2|Nc3 Nf6 d4 e5|B00|Nimzowitsch Defense: Breyer Variation
3|e6|B00|Nimzowitsch Defense: French Connection
3|g6|B00|Nimzowitsch Defense: Pirc Connection
2|Nf3|B00|Nimzowitsch Defense: Declined Variation
3|Nf6 e5 Ng4|B00|Nimzowitsch Defense: El Columpio Defense
6|d4 d6 h3 Nh6 Bb5|B00|Nimzowitsch Defense: El Columpio Defense, Pin Variation
10|e6|B00|Nimzowitsch Defense: El Columpio Defense, El Columpio Gambit
10|exd6|B00|Nimzowitsch Defense: El Columpio Defense, Exchange Variation
3|d6|B00|Nimzowitsch Defense: Williams Variation
3|e6|B00|Nimzowitsch Defense: Franco-Nimzowitsch Variation
3|f5|B00|Nimzowitsch Defense: Colorado Countergambit
4|exf5|B00|Nimzowitsch Defense: Colorado Countergambit Accepted
2|b4|B00|Nimzowitsch Defense: Wheeler Gambit
2|d4|B00|Nimzowitsch Defense
3|a6|B00|Nimzowitsch Defense: Woodchuck Variation
3|d5|B00|Nimzowitsch Defense: Scandinavian Variation
4|Be3|B00|Nimzowitsch Defense: Hornung Gambit
4|Nc3|B00|Nimzowitsch Defense: Scandinavian Variation, Bogoljubow Variation
5|Nf6|B00|Nimzowitsch Defense: Scandinavian Variation, Bogoljubow Variation, Vehre Variation
5|a6|B00|Nimzowitsch Defense: Scandinavian Variation, Bogoljubow Variation, Brandics Gambit
5|dxe4|B00|Nimzowitsch Defense: Scandinavian Variation, Bogoljubow Variation
6|d5|B00|Van Geet Opening: Berlin Gambit
7|Nb8 f3|B00|Nimzowitsch Defense: Scandinavian Variation, Bogoljubow Variation, Richter Gambit
7|Ne5|B00|Nimzowitsch Defense: Scandinavian Variation, Bogoljubow Variation, Nimzowitsch Gambit
5|e5|B00|Nimzowitsch Defense: Scandinavian Variation, Bogoljubow Variation, Heinola-Deppe Gambit
5|g6|B00|Nimzowitsch Defense: Scandinavian Variation, Bogoljubow Variation, Erben Gambit
4|e5|B00|Nimzowitsch Defense: Scandinavian Variation, Advance Variation
4|exd5 Nb4|B00|Nimzowitsch Defense: Scandinavian Variation, Aachen Gambit
5|Qxd5|B00|Nimzowitsch Defense: Scandinavian Variation, Exchange Variation
6|Nc3|B00|Nimzowitsch Defense: Scandinavian Variation, Exchange Variation, Marshall Gambit
3|d6|B00|Nimzowitsch Defense: Mikenas Variation
3|e5|B00|Nimzowitsch Defense: Kennedy Variation
4|d5|B00|Nimzowitsch Defense: Kennedy Variation, Linksspringer Variation
4|dxe5 Bc5|B00|Nimzowitsch Defense: Kennedy Variation, Bielefelder Gambit
5|Nxe5 Nc3|B00|Nimzowitsch Defense: Kennedy Variation, Keres Attack
6|Nf3|B00|Nimzowitsch Defense: Kennedy Variation, Paulsen Attack
6|f4 Nc6|B00|Nimzowitsch Defense: Kennedy Variation, Riemann Defense
7|Ng6|B00|Nimzowitsch Defense: Kennedy Variation, Main Line
5|Qh4|B00|Nimzowitsch Defense: Kennedy Variation, Herford Gambit
5|d6|B00|Nimzowitsch Defense: Kennedy Variation, de Smet Gambit
5|f6|B00|Nimzowitsch Defense: Kennedy Variation, Hammer Gambit
3|f6|B00|Nimzowitsch Defense: Neo-Mongoloid Defense
1|Nf6|B02|Alekhine Defense
2|Bc4|B02|Alekhine Defense: Krejcik Variation
3|Nxe4 Bxf7+|B02|Alekhine Defense: Krejcik Variation, Krejcik Gambit
2|Nc3 d5|B02|Alekhine Defense: Scandinavian Variation
4|d3 dxe4 Bg5|B02|Alekhine Defense: Scandinavian Variation, Myers Gambit
4|e5 Nfd7 e6|B02|Alekhine Defense: Spielmann Gambit
4|exd5 c6|B02|Alekhine Defense: Scandinavian Variation, Geschev Gambit
2|d3|B02|Alekhine Defense: Maróczy Variation
2|e5 Nd5|B02|Alekhine Defense: Normal Variation
4|Bc4 Nb6 Bb3 c5 d3|B02|Alekhine Defense: Kmoch Variation
4|Na3|B02|Alekhine Defense: Buckley Attack
4|Nc3|B02|Alekhine Defense: Sämisch Attack
4|b3|B02|Alekhine Defense: Welling Variation
4|c4|B02|Alekhine Defense: Two Pawns Attack
5|Nb6 a4|B02|Alekhine Defense: Two Pawns Attack, Tate Variation
6|b3|B02|Alekhine Defense: Steiner Variation
6|c5|B02|Alekhine Defense: Two Pawns Attack, Lasker Variation
7|Nd5 Bc4 e6 Nc3|B02|Alekhine Defense: Hunt Variation, Lasker Simul Gambit
11|d6|B02|Alekhine Defense: Two Pawns Attack, Mikenas Variation
12|Nxd5 exd5 Bxd5|B02|Alekhine Defense: Hunt Variation, Mikenas Gambit
8|Nc3 Nxc3 dxc3 d6 Bg5|B02|Alekhine Defense: Hunt Variation, Matsukevich Gambit
5|Nf4|B02|Alekhine Defense: The Squirrel
4|d4|B03|Alekhine Defense
5|b5|B03|Alekhine Defense: O'Sullivan Gambit
5|d6|B03|Alekhine Defense
6|Bc4|B03|Alekhine Defense: Balogh Variation
6|Nf3|B04|Alekhine Defense: Modern Variation
7|Bg4|B05|Alekhine Defense: Modern Variation, Main Line
8|Be2 c6|B05|Alekhine Defense: Modern Variation, Flohr Variation
8|c4|B05|Alekhine Defense: Modern Variation, Alekhine Variation
9|Nb6 d5|B05|Alekhine Defense: Modern Variation, Vitolins Attack
8|h3|B05|Alekhine Defense: Modern Variation, Panov Variation
7|Nb6|B04|Alekhine Defense: Modern Variation, Schmid Variation
7|Nc6|B04|Alekhine Defense: Modern Variation, Larsen-Haakert Variation
7|dxe5|B04|Alekhine Defense: Modern Variation, Larsen Variation
7|g6|B04|Alekhine Defense: Modern Variation, Alburt Variation
8|Bc4 Nb6 Bb3 Bg7 a4|B04|Alekhine Defense: Modern Variation, Keres Variation
6|c4|B03|Alekhine Defense
7|Nb6 Nf3 Bg4 Be2|B03|Alekhine Defense: Modern Variation, Alekhine Gambit
8|c5|B03|Alekhine Defense: Hunt Variation
8|exd6|B03|Alekhine Defense: Exchange Variation
9|cxd6 Nc3 g6 Be3 Bg7 Rc1 O-O b3|B03|Alekhine Defense: Exchange Variation, Voronezh Variation
12|h3 Bg7 Nf3 O-O Be2 Nc6 O-O Bf5 Bf4|B03|Alekhine Defense: Exchange Variation, Karpov Variation
8|f4|B03|Alekhine Defense: Four Pawns Attack
9|Bf5|B03|Alekhine Defense: Four Pawns Attack, Trifunovic Variation
9|dxe5 fxe5 Bf5 Nc3 e6 Nf3 Be7 Be2 O-O O-O f6|B03|Alekhine Defense: Four Pawns Attack, Korchnoi Variation
11|Nc6 Be3|B03|Alekhine Defense: Four Pawns Attack, Main Line
13|Bf5 Nc3 e6 Nf3 Qd7 Be2 O-O-O O-O Be7|B03|Alekhine Defense: Four Pawns Attack, Tartakower Variation
12|Nf3 Bg4 e6 fxe6 c5|B03|Alekhine Defense: Four Pawns Attack, Ilyin-Zhenevsky Variation
9|g5|B03|Alekhine Defense: Four Pawns Attack, Cambridge Gambit
9|g6|B03|Alekhine Defense: Four Pawns Attack, Fianchetto Variation
3|Ne4|B02|Alekhine Defense: Mokele Mbembe
4|d4 e6|B02|Alekhine Defense: Mokele Mbembe, Vavra Defense
5|f6|B02|Alekhine Defense: Mokele Mbembe, Modern Line
3|Ng8|B02|Alekhine Defense: Brooklyn Variation
4|d4 f5|B02|Alekhine Defense: Brooklyn Variation, Everglades Variation
1|Nh6|B00|Hippopotamus Defense
2|d4 g6 c4 f6|B00|Hippopotamus Defense
1|a5|B00|Ware Defense
2|d4 Nc6|B00|Ware Defense: Snagglepuss Defense
1|a6|B00|St. George Defense
2|d4 b5 Nf3 Bb7 Bd3 d6 O-O g6 c3 Bg7|B00|St. George Defense: San Jorge Variation
7|e6|B00|St. George Defense: Polish Variation
3|e5|B00|St. George Defense: Zilbermints Gambit
1|b6|B00|Owen Defense
2|d4 Ba6|B00|Owen Defense: Guatemala Defense
3|Bb7 Bd3 f5 exf5 Bxg2 Qh5+ g6|B00|Owen Defense: Matovinsky Gambit
4|Bg5|B00|Owen Defense: Naselwaus Gambit
4|Nf3|B00|Owen Defense: Smith Gambit
4|f3 e5|B00|Owen Defense: Wind Gambit
3|c5 dxc5 Nc6|B00|Owen Defense: Hekili-Loa Gambit
1|c5|B20|Sicilian Defense
2|Bc4|B20|Sicilian Defense: Bowdler Attack
2|Ke2|B20|Sicilian Defense: King David's Opening
2|Na3|B20|Sicilian Defense: Kronberger Variation
3|Nc6 d4 cxd4 Bc4|B20|Sicilian Defense: Kronberger Variation, Nemeth Gambit
2|Nc3|B23|Sicilian Defense: Closed
3|Nc6|B23|Sicilian Defense: Closed, Traditional
4|Nge2|B23|Sicilian Defense: Closed, Chameleon Variation
4|d3 g6 g4|B23|Sicilian Defense: Closed, Portland Attack
4|f4|B23|Sicilian Defense: Grand Prix Attack
5|g6 Nf3 Bg7 Bc4 e6 f5|B23|Sicilian Defense: Grand Prix Attack, Schofman Variation
4|g3|B24|Sicilian Defense: Closed, Fianchetto Variation
5|g6|B24|Sicilian Defense: Closed
6|Bg2 Bg7|B24|Sicilian Defense: Closed
8|d3 d6|B25|Sicilian Defense: Closed
10|Be3|B26|Sicilian Defense: Closed
10|Nge2 e5|B25|Sicilian Defense: Closed, Botvinnik Defense, with Nge2
10|f4|B25|Sicilian Defense: Closed
11|e5|B25|Sicilian Defense: Closed, Botvinnik Defense, with f4
12|Nh3 Nge7|B25|Sicilian Defense: Closed, Botvinnik Defense, Edge Variation
9|e6 Be3 Nd4 Nce2|B24|Sicilian Defense: Closed, Smyslov Variation
4|g4|B23|Sicilian Defense: Closed, Grob Attack
3|d6 d4 cxd4 Qxd4 Nc6 Qd2|B23|Sicilian Defense: Closed, Carlsen Variation
4|f4 Nc6 Nf3 g6 d4 cxd4 Nxd4 Bg7 Be3 Nf6 Be2 O-O Nb3 Be6 O-O Na5 f5 Bc4 Nxa5 Bxe2 Qxe2 Qxa5 g4|B74|Sicilian Defense: Dragon Variation, Classical Variation, Stockholm Attack
3|e6|B23|Sicilian Defense: Closed
4|g3|B23|Sicilian Defense: Closed
5|d5|B23|Sicilian Defense: Closed, Korchnoi Defense
2|Ne2|B20|Sicilian Defense: Keres Variation
2|Nf3|B27|Sicilian Defense
3|Nc6|B30|Sicilian Defense: Old Sicilian
4|Bb5|B30|Sicilian Defense: Nyezhmetdinov-Rossolimo Attack
5|Na5 b4|B30|Sicilian Defense: Nyezhmetdinov-Rossolimo Attack, San Francisco Gambit
5|Nb8|B30|Sicilian Defense: Nyezhmetdinov-Rossolimo Attack, Brooklyn Retreat Defense
5|g6|B31|Sicilian Defense: Nyezhmetdinov-Rossolimo Attack, Fianchetto Variation
6|O-O Bg7 Re1 e5 b4|B31|Sicilian Defense: Nyezhmetdinov-Rossolimo Attack, Gurgenidze Variation
8|c3 Nf6 Qa4|B31|Sicilian Defense: Nyezhmetdinov-Rossolimo Attack, Fianchetto Variation, Totsky Attack
10|d4|B31|Sicilian Defense: Nyezhmetdinov-Rossolimo Attack, Fianchetto Variation, Lutikov Gambit
9|e5 d4|B31|Sicilian Defense: Nyezhmetdinov-Rossolimo Attack, Fianchetto Variation, Gufeld Gambit
4|Nc3 e5|B30|Sicilian Defense: Closed, Anti-Sveshnikov Variation
6|Bc4 Be7 d3 Nf6|B30|Sicilian Defense: Closed, Anti-Sveshnikov Variation, with Nf6
9|d6|B30|Sicilian Defense: Closed, Anti-Sveshnikov Variation, with d6
10|Nd2 Bg5|B30|Sicilian Defense: Closed, Anti-Sveshnikov Variation, Kharlov-Kramnik Line
4|b4|B30|Sicilian Defense: Portsmouth Gambit
4|d4|B32|Sicilian Defense: Open
5|cxd4|B32|Sicilian Defense: Open
6|Nxd4|B32|Sicilian Defense: Open
7|Nf6|B33|Sicilian Defense: Open
8|Nc3 d6 Bc4 Qb6|B57|Sicilian Defense: Classical Variation, Anti-Sozin Variation
11|e6|B88|Sicilian Defense: Sozin Attack, Leonhardt Variation
12|Bb3 Be7 Be3 O-O f4|B88|Sicilian Defense: Sozin Attack, Fischer Variation
12|Be3|B89|Sicilian Defense: Sozin Attack, Main Line
13|Be7 Qe2|B89|Sicilian Defense: Velimirovic Attack
11|g6 Nxc6 bxc6 e5|B57|Sicilian Defense: Magnus Smith Trap
10|Be2 e5 Nb3|B59|Sicilian Defense: Boleslavsky Variation
12|Nxc6|B58|Sicilian Defense: Boleslavsky Variation, Louma Variation
11|g6 Be3 Bg7 Qd2|B72|Sicilian Defense: Dragon Variation, Classical Variation, Amsterdam Variation
15|O-O O-O-O|B72|Sicilian Defense: Dragon Variation, Classical Variation, Grigoriev Variation
10|Bg5 Bd7 Qd2|B61|Sicilian Defense: Richter-Rauzer Variation, Modern Variation
11|e6 Nb3|B62|Sicilian Defense: Richter-Rauzer Variation, Podebrady Variation
12|Qd2 Be7 O-O-O O-O f4 e5|B64|Sicilian Defense: Richter-Rauzer Variation, Classical Variation
13|a6 O-O-O Bd7|B67|Sicilian Defense: Richter-Rauzer Variation, Neo-Modern Variation
16|f4 Be7|B68|Sicilian Defense: Richter-Rauzer Variation, Neo-Modern Variation
18|Nf3 b5 Bxf6|B69|Sicilian Defense: Richter-Rauzer Variation, Neo-Modern Variation, Nyezhmetdinov Attack
11|g6|B60|Sicilian Defense: Richter-Rauzer Variation, Dragon Variation
10|Nde2|B56|Sicilian Defense: Spielmann Variation
9|e5|B33|Sicilian Defense: Lasker-Pelikan Variation
10|Nb3|B33|Sicilian Defense: Lasker-Pelikan Variation, Schlechter Variation
10|Ndb5 d6 Bg5 a6 Na3 Be6|B33|Sicilian Defense: Lasker-Pelikan Variation, Bird Variation
15|b5|B33|Sicilian Defense: Lasker-Pelikan Variation, Sveshnikov Variation
16|Bxf6 gxf6 Nd5 Bg7|B33|Sicilian Defense: Lasker-Pelikan Variation, Sveshnikov Variation, Novosibirsk Variation
19|f5|B33|Sicilian Defense: Lasker-Pelikan Variation, Sveshnikov Variation
20|Bxb5|B33|Sicilian Defense: Lasker-Pelikan Variation, Sveshnikov Variation, Peresypkin's Sacrifice
16|Nd5|B33|Sicilian Defense: Lasker-Pelikan Variation, Sveshnikov Variation, Chelyabinsk Variation
10|Nf3|B33|Sicilian Defense: Lasker-Pelikan Variation, Retreat Variation
10|Nxc6|B33|Sicilian Defense: Lasker-Pelikan Variation, Exchange Variation
7|Qb6|B32|Sicilian Defense: Godiva Variation
7|Qc7|B32|Sicilian Defense: Flohr Variation
7|a6 c4 e5|B32|Sicilian Defense: O'Kelly Variation, Maróczy Bind, Geller Line
7|d5|B32|Sicilian Defense: Nimzo-American Variation
7|e5|B32|Sicilian Defense: Löwenthal Variation
8|Nb5 d6|B32|Sicilian Defense: Kalashnikov Variation
7|g6|B32|Sicilian Defense: Accelerated Dragon
8|Be3 Bg7 Be2 Nf6 Nc3 O-O O-O d6 f4 Qb6 e5|B73|Sicilian Defense: Dragon Variation, Classical Variation, Zollner Gambit
8|Nc3|B34|Sicilian Defense: Accelerated Dragon, Modern Variation
9|Bg7 Be3 Nf6 Bc4|B35|Sicilian Defense: Accelerated Dragon, Modern Bc4 Variation
13|d6|B35|Sicilian Defense: Dragon Variation, Modern Bc4 Variation
12|Be2 O-O Nb3 d6 O-O Be6 f4 Na5 f5 Bc4 Bd3|B74|Sicilian Defense: Dragon Variation, Classical Variation, Spielmann Variation
14|O-O d6 Nb3 a5|B74|Sicilian Defense: Dragon Variation, Classical Variation, Alekhine Line
8|Nxc6|B34|Sicilian Defense: Accelerated Dragon, Exchange Variation
8|c4|B36|Sicilian Defense: Accelerated Dragon, Maróczy Bind
9|Bg7|B37|Sicilian Defense: Accelerated Dragon, Maróczy Bind
10|Be3|B38|Sicilian Defense: Accelerated Dragon, Maróczy Bind
11|Nf6 Nc3 Ng4|B39|Sicilian Defense: Accelerated Dragon, Maróczy Bind, Breyer Variation
10|Nc2 d6 Be2 Nh6|B37|Sicilian Defense: Accelerated Dragon, Simagin Variation
9|Nf6 Nc3 Nxd4 Qxd4 d6|B36|Sicilian Defense: Accelerated Dragon, Maróczy Bind, Gurgenidze Variation
5|e6|B32|Sicilian Defense: Franco-Sicilian Variation
3|Nf6|B29|Sicilian Defense: Nimzowitsch Variation
4|Nc3|B29|Sicilian Defense: Nimzowitsch Variation, Closed Variation
5|d6 d4 cxd4 Nxd4 a6 Be2 e5 Nb3 Be6 Be3|B92|Sicilian Defense: Najdorf Variation, Opocensky Variation
4|e5|B29|Sicilian Defense: Nimzowitsch Variation, Advance Variation
5|Nd5 Nc3 Nxc3|B29|Sicilian Defense: Nimzowitsch Variation, Exchange Variation
7|e6 Nxd5 exd5 d4 Nc6|B29|Sicilian Defense: Nimzowitsch Variation, Main Line
3|Qa5|B27|Sicilian Defense: Mongoose Variation
3|Qc7|B27|Sicilian Defense: Quinteros Variation
3|a6|B28|Sicilian Defense: O'Kelly Variation
4|Be2|B28|Sicilian Defense: O'Kelly Variation, Aronin System
4|Nc3|B28|Sicilian Defense: O'Kelly Variation, Yerevan System
4|b3|B28|Sicilian Defense: O'Kelly Variation, Kieseritzky System
4|b4|B28|Sicilian Defense: O'Kelly Variation, Wing Gambit
4|c3|B28|Sicilian Defense: O'Kelly Variation, Venice System
5|Nf6|B28|Sicilian Defense: O'Kelly Variation, Venice System, Barcza Line
5|b5|B28|Sicilian Defense: O'Kelly Variation, Venice System, Ljubojevic Line
5|d5 exd5 Nf6|B28|Sicilian Defense: O'Kelly Variation, Venice System, Gambit Line
5|d6|B28|Sicilian Defense: O'Kelly Variation, Venice System, Steiner Line
4|c4|B28|Sicilian Defense: O'Kelly Variation, Maróczy Bind
5|d6|B28|Sicilian Defense: O'Kelly Variation, Maróczy Bind, Robatsch Line
5|e6|B28|Sicilian Defense: O'Kelly Variation, Maróczy Bind, Paulsen Line
4|d3|B28|Sicilian Defense: O'Kelly Variation, Quiet System
4|d4|B28|Sicilian Defense: O'Kelly Variation, Normal System
5|cxd4 Bc4|B28|Sicilian Defense: O'Kelly Variation, Normal System, Cortlever Gambit
6|Nxd4 e5|B28|Sicilian Defense: O'Kelly Variation, Normal System, Taimanov Line
6|Qxd4|B28|Sicilian Defense: O'Kelly Variation, Normal System, Zagorovsky Line
6|c3|B28|Sicilian Defense: O'Kelly Variation, Normal System, Smith-Morra Line
4|g3|B28|Sicilian Defense: O'Kelly Variation, Réti System
3|b5|B27|Sicilian Defense: Polish Gambit
3|b6|B27|Sicilian Defense: Katalimov Variation
3|d6|B50|Sicilian Defense: Modern Variations
4|Bb5+|B51|Sicilian Defense: Moscow Variation
5|Bd7|B52|Sicilian Defense: Moscow Variation, Main Line
6|Bxd7+ Qxd7 O-O Nc6 c3 Nf6 d4|B52|Sicilian Defense: Moscow Variation, Haag Gambit
8|c4|B52|Sicilian Defense: Moscow Variation, Sokolsky Variation
5|Nc6 O-O Bd7 Qe2 g6 e5|B51|Sicilian Defense: Moscow Variation, Dorfman Gambit
8|c3 Nf6 Re1 a6 Bxc6 Bxc6 d4 Bxe4 Bg5|B51|Sicilian Defense: Moscow Variation, Moscow Gambit
4|Bd3|B50|Sicilian Defense: Kopec System
4|b4|B50|Sicilian Defense: Wing Gambit, Deferred Variation
4|c3|B50|Sicilian Defense: Delayed Alapin Variation, with d6
5|Nf6 Be2 Nc6 d4 cxd4 cxd4 Nxe4|B50|Sicilian Defense: Delayed Alapin Variation, Basman-Palatnik Gambit
12|d5 Qa5+ Nc3 Nxc3 bxc3|B50|Sicilian Defense: Delayed Alapin Variation, Basman-Palatnik Double Gambit
4|d4|B50|Sicilian Defense
5|Nf6|B50|Sicilian Defense: Modern Variations, Anti-Qxd4 Move Order
6|dxc5 Nxe4|B50|Sicilian Defense: Modern Variations, Anti-Qxd4 Move Order Accepted
5|cxd4|B50|Sicilian Defense
6|Nxd4 Nf6|B54|Sicilian Defense: Modern Variations, Main Line
8|Bc4|B54|Sicilian Defense: Modern Variations, Ginsberg Gambit
8|Nc3 Bd7|B56|Sicilian Defense: Kupreichik Variation
9|Nc6|B56|Sicilian Defense: Classical Variation
10|Bc4|B57|Sicilian Defense: Classical Variation, Sozin Attack
11|e6 Be3 Be7 Bb3 O-O O-O Na5 f4 b6|B89|Sicilian Defense: Sozin Attack, Main Line, Sherbakov Variation
10|Be2|B58|Sicilian Defense: Classical Variation
11|Nxd4 Qxd4 g6|B58|Sicilian Defense: Classical Variation, Dragon Transfer
11|e5|B58|Sicilian Defense: Boleslavsky Variation
10|Bg5|B60|Sicilian Defense: Richter-Rauzer Variation
11|Bd7|B60|Sicilian Defense: Richter-Rauzer Variation, Modern Variation
11|e6|B62|Sicilian Defense: Richter-Rauzer Variation
12|Bb5|B62|Sicilian Defense: Richter-Rauzer Variation, Vitolins Variation
12|Nxc6|B62|Sicilian Defense: Richter-Rauzer Variation, Exchange Variation
12|Qd2|B63|Sicilian Defense: Richter-Rauzer Variation, Traditional Variation
13|Be7|B63|Sicilian Defense: Richter-Rauzer Variation, Classical Variation
14|O-O-O Nxd4 Qxd4 a6 f4 b5|B63|Sicilian Defense: Richter-Rauzer Variation, Classical Variation, Kantscher Line
15|O-O f4|B64|Sicilian Defense: Richter-Rauzer Variation, Classical Variation
17|Nxd4|B65|Sicilian Defense: Richter-Rauzer Variation, Rauzer Attack
18|Qxd4|B65|Sicilian Defense: Richter-Rauzer Variation, Classical Variation
13|Qb6|B63|Sicilian Defense: Richter-Rauzer Variation, Ivanov Variation
13|a6|B66|Sicilian Defense: Richter-Rauzer Variation, Neo-Modern Variation, Early Deviations
12|Qd3|B62|Sicilian Defense: Richter-Rauzer Variation
10|g3|B56|Sicilian Defense: Classical Variation, Fianchetto Variation
9|a6|B90|Sicilian Defense: Najdorf Variation
10|Bc4|B90|Sicilian Defense: Najdorf Variation, Lipnitsky Attack
11|e6 Bb3 b5|B87|Sicilian Defense: Sozin Attack, Flank Variation
10|Bd3|B90|Sicilian Defense: Najdorf Variation, Yates Variation
10|Be2|B92|Sicilian Defense: Najdorf Variation, Opocensky Variation
11|e5 Nb3 Be7 O-O Be6|B92|Sicilian Defense: Najdorf Variation, Opocensky Variation, Modern Line
15|O-O|B92|Sicilian Defense: Najdorf Variation, Opocensky Variation, Traditional Line
11|e6|B84|Sicilian Defense: Scheveningen Variation, Classical Variation
12|O-O Nbd7|B84|Sicilian Defense: Najdorf Variation, Scheveningen Variation
13|Qc7|B84|Sicilian Defense: Scheveningen Variation, Classical Variation
10|Be3|B90|Sicilian Defense: Najdorf Variation, English Attack
11|Ng4|B90|Sicilian Defense: Najdorf Variation, English Attack, Anti-English
11|e5 Nb3 Be6 f3|B90|Sicilian Defense: Najdorf Variation, English Attack
14|h3|B90|Sicilian Defense: Najdorf Variation, English Attack
13|Be7 f3|B90|Sicilian Defense: Najdorf Variation, English Attack
14|h3|B90|Sicilian Defense: Najdorf Variation, English Attack
11|e6 Qd2|B80|Sicilian Defense: Scheveningen Variation, English Attack, with Qd2
12|f3|B90|Sicilian Defense: Scheveningen Variation, English Attack, with f3
12|g4|B90|Sicilian Defense: Scheveningen Variation, Delayed Keres Attack
13|e5 Nf5 g6 g5|B90|Sicilian Defense: Scheveningen Variation, Delayed Keres Attack, Perenyi Gambit
10|Bg5|B94|Sicilian Defense: Najdorf Variation
11|Nbd7 Bc4 Qa5 Qd2 e6 O-O-O b5 Bb3 Bb7 Rhe1 Nc5 e5|B94|Sicilian Defense: Najdorf Variation, Ivkov Variation
11|e6|B95|Sicilian Defense: Najdorf Variation
12|f4|B96|Sicilian Defense: Najdorf Variation
13|Be7|B98|Sicilian Defense: Najdorf Variation
14|Qf3 Qc7|B98|Sicilian Defense: Najdorf Variation, Traditional Line
16|O-O-O Nbd7|B99|Sicilian Defense: Najdorf Variation, Main Line
15|h6 Bh4 Qc7|B98|Sicilian Defense: Najdorf Variation, Browne Variation
17|g5|B98|Sicilian Defense: Najdorf Variation, Goteborg Variation
13|Nc6|B96|Sicilian Defense: Najdorf Variation, Neo-Classical Defense
13|Qb6|B97|Sicilian Defense: Najdorf Variation, Poisoned Pawn Variation
14|Qd2 Qxb2 Rb1 Qa3|B97|Sicilian Defense: Najdorf Variation, Poisoned Pawn Accepted
13|b5|B96|Sicilian Defense: Najdorf Variation, Polugaevsky Variation
14|e5 dxe5 fxe5 Qc7 Qe2|B96|Sicilian Defense: Najdorf Variation, Polugaevsky Variation, Simagin Line
10|Rg1|B90|Sicilian Defense: Najdorf Variation, Petronić Attack
10|f4|B93|Sicilian Defense: Najdorf Variation, Amsterdam Variation
11|e6 Be2 Qc7 O-O Nc6|B85|Sicilian Defense: Scheveningen Variation, Classical Variation, Paulsen Variation
10|g3|B91|Sicilian Defense: Najdorf Variation, Zagreb Variation
10|g4|B90|Sicilian Defense: Najdorf Variation, Dekker Gambit
10|h3|B90|Sicilian Defense: Najdorf Variation, Adams Attack
9|e5 Bb5+|B56|Sicilian Defense: Venice Attack
9|g6|B70|Sicilian Defense: Dragon Variation
10|Be2|B70|Sicilian Defense: Dragon Variation, Classical Variation
11|Bg7 O-O Nc6 Be3|B73|Sicilian Defense: Dragon Variation, Classical Variation
13|O-O Be3 Nc6 Nb3|B74|Sicilian Defense: Dragon Variation, Classical Variation, Normal Line
17|Be6 f4 Na5|B74|Sicilian Defense: Dragon Variation, Classical Variation, Maróczy Line
19|Qc8|B74|Sicilian Defense: Dragon Variation, Classical Variation, Tartakower Line
16|Qd2|B73|Sicilian Defense: Dragon Variation, Classical Variation, Battery Variation
10|Be3|B72|Sicilian Defense: Dragon Variation
11|Bg7 Be2|B72|Sicilian Defense: Dragon Variation, Classical Variation
13|Nc6|B72|Sicilian Defense: Dragon Variation, Classical Variation
14|Nb3|B72|Sicilian Defense: Dragon Variation, Classical Variation
12|f3|B75|Sicilian Defense: Dragon Variation, Yugoslav Attack, Early Deviations
13|Nc6|B75|Sicilian Defense: Dragon Variation, Yugoslav Attack, Belezky Line
14|Qd2 O-O Bc4 Nd7|B77|Sicilian Defense: Dragon Variation, Yugoslav Attack, Sosonko Variation
17|Nxd4 Bxd4 Be6|B77|Sicilian Defense: Dragon Variation, Yugoslav Attack, Czerniak Variation
20|Bb3 Qa5|B77|Sicilian Defense: Dragon Variation, Yugoslav Attack, Czerniak Variation
16|O-O-O|B76|Sicilian Defense: Dragon Variation, Yugoslav Attack, Modern Line
13|O-O|B76|Sicilian Defense: Dragon Variation, Yugoslav Attack
14|Qd2 Nc6|B76|Sicilian Defense: Dragon Variation, Yugoslav Attack
16|Bc4|B77|Sicilian Defense: Dragon Variation, Yugoslav Attack, Main Line
17|Bd7|B77|Sicilian Defense: Dragon Variation, Yugoslav Attack, Main Line
18|Bb3|B77|Sicilian Defense: Dragon Variation, Yugoslav Attack, Main Line
18|O-O-O|B78|Sicilian Defense: Dragon Variation, Yugoslav Attack
19|Qa5 h4 Rfc8 Bb3 h5|B79|Sicilian Defense: Dragon Variation, Yugoslav Attack, Soltis Variation
19|Rb8|B78|Sicilian Defense: Dragon Variation, Yugoslav Attack, Chinese Dragon
19|Rc8|B78|Sicilian Defense: Dragon Variation, Yugoslav Attack, Old Line
20|Bb3 Nxd4 Bxd4|B78|Sicilian Defense: Dragon Variation, Yugoslav Attack, Topalov Variation
18|h4 Qa5 O-O-O Rfc8 Bb3|B79|Sicilian Defense: Dragon Variation, Yugoslav Attack
17|a5|B77|Sicilian Defense: Dragon Variation, Yugoslav Attack, Byrne Variation
16|g4|B76|Sicilian Defense: Dragon Variation, Yugoslav Attack, Panov Variation
11|Nc6 f3 h5|B75|Sicilian Defense: Dragon Variation, Yugoslav Attack, Hungarian Dragon
10|f4|B71|Sicilian Defense: Dragon Variation, Levenfish Variation
11|Nbd7|B71|Sicilian Defense: Dragon Variation, Levenfish Variation, Main Line
10|g3|B70|Sicilian Defense: Dragon Variation, Fianchetto Variation
8|f3|B54|Sicilian Defense: Prins Variation
9|e5 Bb5+|B55|Sicilian Defense: Prins Variation, Venice Attack
7|g6|B54|Sicilian Defense: Dragon Variation, Accelerated Dragon
6|Qxd4|B53|Sicilian Defense: Chekhover Variation
7|Nc6 Bb5 Qd7|B53|Sicilian Defense: Chekhover Variation, Zaitsev Defense
6|c3|B50|Sicilian Defense: Modern Variations, Tartakower
4|g3 b5|B50|Sicilian Defense: Kotov Gambit
3|e5|B27|Sicilian Defense: Jalalabad Variation
3|e6|B40|Sicilian Defense: French Variation
4|Nc3 a6 g3 b5 d4 cxd4 Nxd4|B40|Sicilian Defense: Kan Variation, Wing Attack, Fianchetto Variation
4|b3|B40|Sicilian Defense: French Variation, Westerinen Attack
4|b4|B40|Sicilian Defense: Wing Gambit Deferred
4|c3|B40|Sicilian Defense: Delayed Alapin Variation, with e6
5|Nf6 e5 Nd5 d4 Nc6|B40|Sicilian Defense: Alapin Variation, Sherzer Variation
5|d5 exd5 Qxd5 d4 Nf6|B22|Sicilian Defense: Delayed Alapin Variation
7|exd5 Bb5+ Nc6 O-O Bd6 d4|B22|Sicilian Defense: Delayed Alapin Variation
4|c4|B40|Sicilian Defense: Kramnik Variation
4|d4 a6|B40|Sicilian Defense: Drazic Variation
5|cxd4|B40|Sicilian Defense: French Variation, Open
6|Nxd4 Bc5|B40|Sicilian Defense: Paulsen-Basman Defense
7|Nc6|B44|Sicilian Defense: Taimanov Variation
8|Nb5|B44|Sicilian Defense: Taimanov Variation, Szén Variation
9|d6 c4 Nf6 N1c3 a6 Na3 Be7 Be2 O-O O-O b6|B44|Sicilian Defense: Taimanov Variation, Modern Line
15|d5|B44|Sicilian Defense: Taimanov Variation, Gary Gambit
8|Nc3|B45|Sicilian Defense: Taimanov Variation
9|Nf6|B45|Sicilian Defense: Four Knights Variation
10|Ndb5 Bb4 Nd6+|B45|Sicilian Defense: Four Knights Variation, American Attack
11|Bc5|B45|Sicilian Defense: Four Knights Variation, Cobra Variation
11|d6|B45|Sicilian Defense: Four Knights Variation, Sveshnikov Transfer
10|Nxc6|B45|Sicilian Defense: Four Knights Variation, Exchange Variation
9|Qc7|B47|Sicilian Defense: Taimanov Variation, Bastrikov Variation
10|Be2 a6 O-O Nf6 Be3 Be7 f4 d6 Qe1 O-O|B85|Sicilian Defense: Scheveningen Variation, Classical Main Line
15|d6 f4|B85|Sicilian Defense: Scheveningen Variation, Classical Variation, Paulsen Variation
14|Kh1 Be7 f4 d6 a4|B85|Sicilian Defense: Scheveningen Variation, Classical Variation, Paulsen Variation
10|Be3|B48|Sicilian Defense: Taimanov Variation, Bastrikov Variation, English Attack
11|a6 Be2|B49|Sicilian Defense: Taimanov Variation, Bastrikov Variation
10|Ndb5 Qb8 Be3 a6 Bb6|B47|Sicilian Defense: Taimanov Variation, Bastrikov Variation, Ponomariov Gambit
9|a6|B46|Sicilian Defense: Taimanov Variation
9|d6 Be2 Nf6|B83|Sicilian Defense: Scheveningen Variation, Modern Variation
7|Nf6|B40|Sicilian Defense: French Variation, Normal
8|Nc3 Bb4|B40|Sicilian Defense: Pin Variation
10|Bd3 e5|B40|Sicilian Defense: Pin Variation, Jaffe Variation
10|e5|B40|Sicilian Defense: Pin Variation, Koch Variation
9|Qb6|B40|Sicilian Defense: Gaw-Paw Variation
9|d6|B80|Sicilian Defense: Scheveningen Variation
10|Bb5+|B80|Sicilian Defense: Scheveningen Variation, Vitolins Variation
10|Bc4|B86|Sicilian Defense: Sozin Attack
10|Be2|B83|Sicilian Defense: Scheveningen Variation, Classical Variation
11|Be7 O-O O-O f4 Nc6 Be3|B83|Sicilian Defense: Scheveningen Variation, Modern Variation
17|Bd7 Nb3|B83|Sicilian Defense: Scheveningen Variation, Modern Variation
10|f4|B82|Sicilian Defense: Scheveningen Variation, Matanovic Attack
11|Nc6 Be3 Be7 Qf3|B82|Sicilian Defense: Scheveningen Variation, Tal Variation
10|g3|B80|Sicilian Defense: Scheveningen Variation, Fianchetto Variation
10|g4|B81|Sicilian Defense: Scheveningen Variation, Keres Attack
7|Qb6|B40|Sicilian Defense: Kveinis Variation
7|a6|B41|Sicilian Defense: Kan Variation
8|Bd3|B42|Sicilian Defense: Kan Variation, Modern Variation
9|Bc5|B42|Sicilian Defense: Kan Variation, Polugaevsky Variation
9|Nf6 O-O d6 c4 g6|B42|Sicilian Defense: Kan Variation, Gipslis Variation
9|g6|B42|Sicilian Defense: Kan Variation, Swiss Cheese Variation
8|Nc3|B43|Sicilian Defense: Kan Variation, Knight Variation
9|b5|B43|Sicilian Defense: Kan Variation, Wing Attack
10|Bd3 Qb6 Be3 Bc5 Qg4|B43|Sicilian Defense: Kan Variation, Wing Attack, Christiansen's Dream
12|Nf3|B43|Sicilian Defense: Kan Variation, Wing Attack, Spraggett Attack
8|c4|B41|Sicilian Defense: Kan Variation, Maróczy Bind, Réti Variation
9|Nf6 Nc3 Bb4 Bd3 Nc6|B41|Sicilian Defense: Kan Variation, Maróczy Bind, Bronstein Variation
14|Bc2|B41|Sicilian Defense: Kan Variation, Maróczy Bind, Bronstein Variation
9|g6|B41|Sicilian Defense: Kan Variation, Maróczy Bind, Hedgehog Variation
6|c3|B40|Sicilian Defense: Smith-Morra Gambit Deferred
5|d5|B40|Sicilian Defense: Marshall Counterattack
3|f5|B27|Sicilian Defense: Brussels Gambit
4|exf5 Nh6|B27|Sicilian Defense: Double-Dutch Gambit
3|g6|B27|Sicilian Defense: Hyperaccelerated Dragon
4|c3 Bg7 d4 Qa5|B27|Pterodactyl Defense: Western, Pterodactyl
4|c4 Bh6|B27|Sicilian Defense: Acton Extension
4|d4|B27|Sicilian Defense: Hyperaccelerated Dragon
5|Bg7|B27|Sicilian Defense: Hyperaccelerated Pterodactyl
6|Nc3 Qa5|B27|Modern Defense: Pterodactyl Variation
8|Bd2|B27|Pterodactyl Defense: Sicilian, Unpin
8|Be3|B27|Pterodactyl Defense: Sicilian, Anhanguera
8|d5|B27|Pterodactyl Defense: Sicilian, Benoni Gambit
6|dxc5 Qa5+|B27|Pterodactyl Defense: Western, Rhamphorhynchus
8|Nc3|B27|Pterodactyl Defense: Sicilian, Rhamphorhynchus
9|Bxc3+ bxc3|B27|Pterodactyl Defense: Sicilian, Pteranodon
11|Qxc3+|B27|Sicilian Defense: Hyperaccelerated Pterodactyl, Exchange Variation
5|cxd4 Nxd4 Nf6 Nc3 d6 Be2 Bg7 O-O O-O Be3 Nc6 Nb3 Be6 f4 Na5 f5 Bc4 Bd3 Bxd3 cxd3 d5|B74|Sicilian Defense: Dragon Variation, Classical Variation, Bernard Defense
5|f5|B27|Sicilian Defense: Frederico Variation
3|h6|B27|Sicilian Defense: Bücker Variation
2|Nh3|B20|Sicilian Defense: Brick Variation
2|Qg4|B20|Sicilian Defense: Amazon Attack
2|a3|B20|Sicilian Defense: Mengarini Variation
2|a4|B20|Sicilian Defense: Myers Attack, with a4
2|b3|B20|Sicilian Defense: Czerniak Attack
3|b6|B20|Sicilian Defense: Czerniak Attack, Queen Fianchetto Variation
3|d5 Bb2|B20|Sicilian Defense: Euwe Attack, Prins Gambit
2|b4|B20|Sicilian Defense: Wing Gambit
3|cxb4 Bb2|B20|Sicilian Defense: Wing Gambit, Abrahams Variation
4|a3|B20|Sicilian Defense: Wing Gambit, Marshall Variation
5|bxa3|B20|Sicilian Defense: Wing Gambit, Carlsbad Variation
5|d5 exd5 Qxd5 Bb2|B20|Sicilian Defense: Wing Gambit, Marienbad Variation
8|Nf3 e5 Bb2 Nc6 c4 Qe6|B20|Sicilian Defense: Wing Gambit, Romanian Defense
10|c4 Qe6 Bd3|B20|Sicilian Defense: Wing Gambit, Nanu Gambit
4|c4|B20|Sicilian Defense: Wing Gambit, Santasiere Variation
2|c3|B22|Sicilian Defense: Alapin Variation
3|Nf6 e5 Nd5 Nf3 Nc6 Bc4 Nb6 Bb3|B22|Sicilian Defense: Alapin Variation, Stoltz Attack
11|c4 Bc2 Qc7 Qe2 g5|B22|Sicilian Defense: Alapin Variation, Stoltz Attack, Ivanchuk Line
8|Na3|B22|Sicilian Defense: Heidenfeld Variation
6|d4 cxd4|B22|Sicilian Defense: Alapin Variation, Smith-Morra Declined
3|d5 exd5 Nf6|B22|Sicilian Defense: Alapin Variation, Anti-Alapin Gambit
5|Qxd5|B22|Sicilian Defense: Alapin Variation, Barmen Defense
6|d4 Nc6 Nf3|B22|Sicilian Defense: Alapin Variation, Barmen Defense
9|cxd4 cxd4 e5 Nc3 Bb4 Be2|B22|Sicilian Defense: Alapin Variation, Barmen Defense, Milner-Barry Attack
7|Nf6 Nf3 Bg4|B22|Sicilian Defense: Alapin Variation, Barmen Defense, Modern Line
7|cxd4 cxd4 Nc6 Nf3 Bg4|B22|Sicilian Defense: Alapin Variation, Barmen Defense, Central Exchange
12|Nc3 Bxf3 gxf3 Qxd4 Qxd4 Nxd4|B22|Sicilian Defense: Alapin Variation, Barmen Defense, Endgame Variation
7|g6 Nf3|B22|Sicilian Defense: Alapin Variation, Barmen Defense
2|c4|B20|Sicilian Defense: Staunton-Cochrane Variation
3|d6 Nc3 Nc6 g3 h5|B20|Sicilian Defense: Gloria Variation
2|d3 Nc6 c3 d6 f4|B20|Sicilian Defense: Big Clamp Formation
2|d4|B21|Sicilian Defense: Smith-Morra Gambit
3|cxd4 Nf3|B21|Sicilian Defense: Morphy Gambit
5|e5 c3|B21|Sicilian Defense: Morphy Gambit, Andreaschek Gambit
4|Qxd4 Nc6 Qd1 Nf6 Bc4|B21|Sicilian Defense: Coles Sicilian Gambit
4|c3|B21|Sicilian Defense: Smith-Morra Gambit
5|Nf6|B21|Sicilian Defense: Smith-Morra Gambit Declined, Alapin Formation
5|Qa5|B21|Sicilian Defense: Smith-Morra Gambit Declined, Wing Formation
5|d3|B21|Sicilian Defense: Smith-Morra Gambit Declined, Push Variation
6|c4|B21|Sicilian Defense: Smith-Morra Gambit Declined, Dubois Variation
5|d5|B21|Sicilian Defense: Smith-Morra Gambit Declined, Scandinavian Formation
5|dxc3|B21|Sicilian Defense: Smith-Morra Gambit Accepted
6|Nf3|B21|Sicilian Defense: Smith-Morra Gambit Accepted, Danish Variation
6|Nxc3 Nc6 Bc4 e6 Nf3 d6 O-O a6 Qe2 b5|B21|Sicilian Defense: Smith-Morra Gambit Accepted, Sozin Formation
16|Bb3 Ra7|B21|Sicilian Defense: Smith-Morra Gambit Accepted, Chicago Defense
8|Nf3 d6 Bc4 a6 O-O Nf6|B21|Sicilian Defense: Smith-Morra Gambit Accepted, Classical Formation
11|e6|B21|Sicilian Defense: Smith-Morra Gambit Accepted, Scheveningen Formation
9|e6 Bc4 Bb4|B21|Sicilian Defense: Smith-Morra Gambit Accepted, Pin Defense
11|Bc5|B21|Sicilian Defense: Smith-Morra Gambit Accepted, Morphy Defense
11|Qc7|B21|Sicilian Defense: Smith-Morra Gambit Accepted, Siberian Variation
12|Qe2 Nf6 O-O Ng4|B21|Sicilian Defense: Smith-Morra Gambit Accepted, Siberian Variation, Siberian Trap
13|a6 O-O Bd6|B21|Sicilian Defense: Smith-Morra Gambit Accepted, Larsen Defense
11|a6|B21|Sicilian Defense: Smith-Morra Gambit Accepted, Paulsen Formation
12|O-O b5 Bb3 Bc5|B21|Sicilian Defense: Smith-Morra Gambit Accepted, Morphy Defense Deferred
9|g6|B21|Sicilian Defense: Smith-Morra Gambit Accepted, Fianchetto Defense
7|d6 Nf3 e6 Bc4 Nf6 O-O a6|B21|Sicilian Defense: Smith-Morra Gambit Accepted, Chicago Defense
7|e6 Bc4 a6 Nf3 Ne7|B21|Sicilian Defense: Smith-Morra Gambit Accepted, Taimanov Formation
8|Nf3 a6|B21|Sicilian Defense: Smith-Morra Gambit Accepted, Kan Formation
9|d6 Bc4 a6 O-O Be7 Qe2 Nf6|B21|Sicilian Defense: Smith-Morra Gambit Accepted, Finegold Defense
5|e5|B21|Sicilian Defense: Smith-Morra Gambit Declined, Center Formation
4|f4|B21|Sicilian Defense: Halasz Gambit
2|f4|B21|Sicilian Defense: McDonnell Attack
3|d5 Nc3|B21|Sicilian Defense: McDonnell Attack, Toilet Variation
4|Nf3 dxe4|B21|Bird Opening: Dutch Variation, Batavo Gambit
4|exd5 Nf6|B21|Sicilian Defense: McDonnell Attack, Tal Gambit
3|e5|C30|King's Gambit Declined: Mafia Defense
2|g3|B20|Sicilian Defense: Lasker-Dunne Attack
2|g4|B20|Sicilian Defense: Grob Variation
2|h4|B20|Sicilian Defense: Myers Attack, with h4
1|c6|B10|Caro-Kann Defense
2|Bc4|B10|Caro-Kann Defense: Hillbilly Attack
3|d5 Bb3 dxe4 Qh5|B10|Caro-Kann Defense: Hillbilly Attack, Schaeffer Gambit
2|Nc3|B10|Caro-Kann Defense
3|d5|B10|Caro-Kann Defense
4|Nf3|B10|Caro-Kann Defense: Two Knights Attack
5|Bg4|B11|Caro-Kann Defense: Two Knights Attack, Mindeno Variation
6|h3 Bh5|B11|Caro-Kann Defense: Two Knights Attack, Mindeno Variation, Retreat Line
7|Bxf3|B11|Caro-Kann Defense: Two Knights Attack, Mindeno Variation, Exchange Line
5|dxe4 Ng5|B10|Caro-Kann Defense: Hector Gambit
4|Qf3|B10|Caro-Kann Defense: Goldman Variation
4|d3 dxe4 Bg5|B10|Caro-Kann Defense: Scorpion-Horus Gambit
4|h3|B10|Caro-Kann Defense: St. Patrick's Attack
2|Nf3 d5 d3|B10|Caro-Kann Defense: Endgame Offer
5|dxe4 Ng5|B10|Caro-Kann Defense: Dinic Gambit
6|dxe4 Qxd1+ Kxd1|B10|Caro-Kann Defense: Endgame Variation
4|exd5 cxd5 Ne5|B10|Caro-Kann Defense: Apocalypse Attack
2|b3|B10|Caro-Kann Defense: Euwe Attack
2|b4|B10|Caro-Kann Defense: Labahn Attack
3|d5 b5|B10|Caro-Kann Defense: Labahn Attack, Double Gambit
3|e5 Bb2|B10|Caro-Kann Defense: Labahn Attack, Polish Variation
2|c4|B10|Caro-Kann Defense: Accelerated Panov Attack
3|d5|B10|Caro-Kann Defense: Accelerated Panov Attack
4|cxd5 cxd5 Qb3|B10|Caro-Kann Defense: Accelerated Panov Attack, Van Weersel Attack
4|e5|B10|Caro-Kann Defense: Toikkanen Gambit
4|exd5 Qxd5|B10|Caro-Kann Defense: Accelerated Panov Attack, Pseudo-Scandinavian
5|cxd5 cxd5 Nf6|B10|Caro-Kann Defense: Accelerated Panov Attack, Modern Variation
3|e5|B10|Caro-Kann Defense: Accelerated Panov Attack, Open Variation
2|d3|B10|Caro-Kann Defense: Breyer Variation
3|d5 Nd2 g6 Ngf3 Bg7 g3 e5 Bg2 Ne7 O-O O-O b4|B10|Caro-Kann Defense: Breyer Variation, Stein Attack
2|d4|B12|Caro-Kann Defense
3|Na6|B12|Caro-Kann Defense: De Bruycker Defense
4|Nc3 Nc7|B12|Caro-Kann Defense: De Bruycker Defense
3|Nf6|B12|Caro-Kann Defense: Masi Variation
3|d5|B12|Caro-Kann Defense
4|Bd3 Nf6 e5 Nfd7 e6|B12|Caro-Kann Defense: Mieses Attack, Landau Gambit
4|Be3|B12|Caro-Kann Defense: Mieses Gambit
4|Nc3|B15|Caro-Kann Defense
5|Nf6|B15|Caro-Kann Defense: Campomanes Attack
5|b5|B15|Caro-Kann Defense: Gurgenidze Counterattack
5|dxe4|B15|Caro-Kann Defense
6|Bc4|B15|Caro-Kann Defense: von Hennig Gambit
6|Nxe4 Nd7 Nf3 Ngf6 Ng3|B17|Caro-Kann Defense: Karpov Variation, Modern Variation, Kasparov Attack
7|Nf6 Bd3|B15|Caro-Kann Defense: Alekhine Gambit
8|Ng5 h6 Nxf7|B15|Caro-Kann Defense: Alien Gambit
8|Nxf6+ exf6|B15|Caro-Kann Defense: Tartakower Variation
10|Bc4|B15|Caro-Kann Defense: Forgacs Variation
10|c3 Bd6 Bd3 O-O Qc2 h6|B15|Caro-Kann Defense: Tartakower Variation, Perlis Line
9|gxf6|B16|Caro-Kann Defense: Bronstein-Larsen Variation
6|f3|B15|Caro-Kann Defense: Rasa-Studier Gambit
5|g6|B15|Caro-Kann Defense: Gurgenidze System
4|Nd2|B12|Caro-Kann Defense: Modern Variation
5|Qb6|B12|Caro-Kann Defense: Edinburgh Variation
5|dxe4 Nxe4|B15|Caro-Kann Defense: Main Line
7|Bf5|B18|Caro-Kann Defense: Classical Variation
8|Ng3 Bg6 Nh3|B18|Caro-Kann Defense: Classical Variation, Flohr Variation
10|f4|B18|Caro-Kann Defense: Classical Variation, Maróczy Attack
10|h4|B18|Caro-Kann Defense: Classical Variation, Main Line
11|h6 Nf3 Nd7|B19|Caro-Kann Defense: Classical Variation
14|h5|B19|Caro-Kann Defense: Classical Variation, Spassky Variation
15|Bh7 Bd3 Bxd3 Qxd3 Ngf6 Bd2 e6 O-O-O Bd6|B19|Caro-Kann Defense: Classical Variation, Seirawan Variation
19|e6 Bd2 Ngf6 O-O-O Be7|B19|Caro-Kann Defense: Classical Variation, Lobron System
8|Ng5 Bg6 N1f3 h6 Ne6|B18|Caro-Kann Defense: Martian Gambit
7|Nd7|B17|Caro-Kann Defense: Karpov Variation
8|Bc4 Ngf6 Ng5 e6 Qe2 Nb6|B17|Caro-Kann Defense: Karpov Variation, Smyslov Variation
14|Bb3|B17|Caro-Kann Defense: Karpov Variation, Smyslov Variation, Main Line
10|Nxf6+ Nxf6|B17|Caro-Kann Defense: Karpov Variation, Tiviakov-Fischer Attack
8|Ng5|B17|Caro-Kann Defense: Karpov Variation, Modern Variation
9|Ndf6|B17|Caro-Kann Defense: Karpov Variation, Modern Variation, Ivanchuk Defense
9|Ngf6 Bd3 e6 N1f3 Bd6 Qe2 h6 Ne4 Nxe4 Qxe4|B17|Caro-Kann Defense: Karpov Variation, Modern Main Line
7|h6|B16|Caro-Kann Defense: Finnish Variation
4|Nf3 dxe4 Ng5|B12|Caro-Kann Defense: Ulysses Gambit
4|e5|B12|Caro-Kann Defense: Advance Variation
5|Bf5 Nc3|B12|Caro-Kann Defense: Advance Variation, Van der Wiel Attack
7|Qb6|B12|Caro-Kann Defense: Advance Variation, Van der Wiel Attack, Dreyev Defense
7|e6 g4 Bg6 Nge2 c5 h4|B12|Caro-Kann Defense: Advance Variation, Van der Wiel Attack
6|Ne2|B12|Caro-Kann Defense: Advance Variation, Bronstein Variation
6|Nf3|B12|Caro-Kann Defense: Advance Variation, Short Variation
6|b4|B12|Caro-Kann Defense: Advance Variation, Prins Attack
6|c3 e6 Be2|B12|Caro-Kann Defense: Advance, Short Variation
6|g4|B12|Caro-Kann Defense: Advance Variation, Bayonet Attack
6|h4|B12|Caro-Kann Defense: Advance Variation, Tal Variation
5|c5|B12|Caro-Kann Defense: Advance Variation, Botvinnik-Carls Defense
4|exd5|B13|Caro-Kann Defense: Exchange Variation
5|cxd5|B13|Caro-Kann Defense: Exchange Variation
6|Bd3 Nc6 c3 Nf6 Bf4|B13|Caro-Kann Defense: Exchange Variation, Rubinstein Variation
6|Bf4|B13|Caro-Kann Defense: Exchange Variation
6|Nf3 Nc6|B13|Caro-Kann Defense: Exchange Variation
6|c4|B13|Caro-Kann Defense: Panov Attack
7|Nc6 Nc3 Nf6 Nf3 e6 cxd5 exd5 Bb5 Bd6 Bg5 O-O O-O|B14|Caro-Kann Defense: Panov Attack
15|Bg4|B14|Caro-Kann Defense: Panov Attack
7|Nf6 Nc3|B13|Caro-Kann Defense: Panov Attack
9|Nc6|B13|Caro-Kann Defense: Panov Attack, Modern Defense
10|Bg5 Qa5|B13|Caro-Kann Defense: Panov Attack, Modern Defense, Czerniak Line
11|Qb6|B13|Caro-Kann Defense: Panov Attack, Modern Defense, Reifir-Spielmann Line
11|dxc4 d5 Na5|B13|Caro-Kann Defense: Panov-Botvinnik, Herzog Defense
11|e6|B13|Caro-Kann Defense: Panov Attack, Modern Defense, Carlsbad Line
10|Nf3 Bg4|B13|Caro-Kann Defense: Panov Attack, Modern Defense, Mieses Line
11|e6 c5|B14|Caro-Kann Defense: Panov Attack
9|e6|B14|Caro-Kann Defense: Panov Attack
10|Nf3 Bb4|B14|Caro-Kann Defense: Panov Attack, Main Line
9|g6|B14|Caro-Kann Defense: Panov Attack, Fianchetto Defense
10|cxd5 Bg7|B14|Caro-Kann Defense: Panov Attack, Fianchetto Defense, Fianchetto Gambit
8|c5|B13|Caro-Kann Defense: Panov Attack, Gunderam Attack
6|g4|B13|Caro-Kann Defense: Exchange Variation, Bulla Attack
4|f3|B12|Caro-Kann Defense: Maróczy Variation
5|dxe4 fxe4 e5 Nf3 exd4 Bc4|B12|Caro-Kann Defense: Maróczy Variation, Maróczy Gambit
3|f5|B12|Caro-Kann Defense: Massachusetts Defense
2|g4|B10|Caro-Kann Defense: Spike Variation
3|d5 Nc3 dxe4 d3|B10|Caro-Kann Defense: Spike Variation, Scorpion-Grob Gambit
1|d5|B01|Scandinavian Defense
2|Nc3 dxe4 Nxe4 e5|B01|Van Geet Opening: Grünfeld Defense
2|Nf3|A06|Zukertort Opening: Tennison Gambit
3|dxe4 Ng5 Nf6 Nc3 Bf5 Qe2 Qd4|A06|Zukertort Opening: Tennison Gambit, Brigg's Trap
2|b3|B01|Scandinavian Defense
2|b4|B01|Scandinavian Defense: Zilbermints Gambit
2|exd5 Nf6|B01|Scandinavian Defense: Modern Variation
4|c4 c6|B01|Scandinavian Defense: Panov Transfer
5|e6|B01|Scandinavian Defense: Icelandic-Palme Gambit
4|d4|B01|Scandinavian Defense: Modern Variation
5|Bg4|B01|Scandinavian Defense: Portuguese Gambit
6|Bb5+ Nbd7 Be2|B01|Scandinavian Defense: Portuguese Gambit, Lusophobe Variation
7|c6|B01|Scandinavian Defense: Portuguese Gambit, Elbow Variation
6|Be2|B01|Scandinavian Defense: Portuguese Gambit, Wuss Variation
6|Nf3|B01|Scandinavian Defense: Portuguese Gambit, Classical Variation
6|f3 Bf5 Bb5+ Nbd7 Nc3|B01|Scandinavian Defense: Portuguese Gambit, Melbourne Shuffle Variation
10|c4|B01|Scandinavian Defense: Portuguese Gambit, Jadoul Variation
8|c4|B01|Scandinavian Defense: Portuguese Gambit, Banker Variation
8|g4|B01|Scandinavian Defense: Portuguese Gambit, Correspondence Refutation
5|Nxd5|B01|Scandinavian Defense: Marshall Variation
6|Nf3 Bg4|B01|Scandinavian Defense: Modern Variation, Gipslis Variation
7|g6|B01|Scandinavian Defense: Richter Variation
6|c4 Nb4|B01|Scandinavian Defense: Kiel Variation
5|c6 dxc6 e5|B01|Scandinavian Defense: Kádas Gambit
5|g6|B01|Scandinavian Defense: Richter Variation
6|c4 b5|B01|Scandinavian Defense: Modern Variation, Wing Gambit
3|Qxd5|B01|Scandinavian Defense: Mieses-Kotroc Variation
4|Nc3 Qa5|B01|Scandinavian Defense: Main Line
6|b4|B01|Scandinavian Defense: Main Line, Leonhardt Gambit
6|d4 Nf6|B01|Scandinavian Defense: Main Line, Mieses Variation
8|Nf3 Bf5|B01|Scandinavian Defense: Classical Variation
10|Ne5 c6 g4|B01|Scandinavian Defense: Grünfeld Variation
9|Bg4 h3|B01|Scandinavian Defense: Lasker Variation
7|e5|B01|Scandinavian Defense: Anderssen Counterattack
8|Nf3|B01|Scandinavian Defense: Anderssen Counterattack, Goteborg System
9|Bg4|B01|Scandinavian Defense: Anderssen Counterattack, Collijn Variation
8|dxe5 Nc6 Nf3 Bb4 Bd2|B01|Scandinavian Defense: Anderssen Counterattack, Orthodox Attack
5|Qd6|B01|Scandinavian Defense: Gubinsky-Melts Defense
6|d4 Nf6 Bc4 c6 Nge2 Bf5 Bf4 Qb4|B01|Scandinavian Defense: Schiller-Pytel Variation, Modern Variation
8|Nf3 a6|B01|Scandinavian Defense: Bronstein Variation
7|c6|B01|Scandinavian Defense: Schiller-Pytel Variation
5|Qd8|B01|Scandinavian Defense: Valencian Variation
6|d4 Nf6 Nf3 Bg4|B01|Scandinavian Defense: Valencian Variation, Main Line
9|c6|B01|Scandinavian Defense: Valencian Variation, Ilundain Variation
3|c6|B01|Scandinavian Defense: Blackburne-Kloosterboer Gambit
4|dxc6 Nxc6|B01|Scandinavian Defense: Blackburne Gambit
5|e5|B01|Scandinavian Defense: Kloosterboer Gambit
3|e5 dxe6 Bxe6|B01|Scandinavian Defense: Boehnke Gambit
1|d6|B00|Pirc Defense
2|d4|B00|Pirc Defense
3|Nd7|B00|Rat Defense: Antal Defense
3|Nf6|B00|Pirc Defense
4|Nc3 Nbd7|B07|Lion Defense
6|Nf3 e5 Bc4 Be7 dxe5 dxe5 Bxf7+|C41|Philidor Defense: Lion Variation, Delayed Bishop Sacrifice
6|f4|B07|Lion Defense: Anti-Philidor
7|e5|B07|Lion Defense: Anti-Philidor, Lion's Cave
8|Nf3 exd4 Qxd4 c6 Bc4 d5|B07|Lion Defense: Anti-Philidor, Lion's Cave, Lion Claw Gambit
6|g4|B07|Lion Defense: Bayonet Attack
5|c6|B07|Czech Defense
5|e5 Nf3 Nbd7 Bc4 Be7 O-O O-O Qe2 c6 a4 exd4|C41|Philidor Defense: Lion Variation, Sozin Variation
5|g6|B07|Pirc Defense
6|Bc4|B07|Pirc Defense: Kholmov System
6|Be2 Bg7 g4|B07|Pirc Defense: Chinese Variation
8|h4|B07|Pirc Defense: Bayonet Attack
6|Be3 c6 Qd2|B07|Pirc Defense: 150 Attack
9|Bg4|B07|Pirc Defense: 150 Attack, Inner Doll Defense
8|h3|B07|Pirc Defense: 150 Attack, Sveshnikov-Jansa Attack
6|Bg5|B07|Pirc Defense: Byrne Variation
6|Nf3|B08|Pirc Defense: Classical Variation
7|Bg7|B08|Pirc Defense: Classical Variation
8|Be2|B08|Pirc Defense: Classical Variation, Quiet System
9|O-O O-O Bg4|B08|Pirc Defense: Classical Variation, Quiet System, Parma Defense
11|Nc6|B08|Pirc Defense: Classical Variation, Quiet System, Chigorin Line
11|c6|B08|Pirc Defense: Classical Variation, Quiet System, Czech Defense
8|h3|B08|Pirc Defense: Classical Variation, Schlechter Variation
6|f4|B09|Pirc Defense: Austrian Attack
7|Bg7 Bc4|B09|Pirc Defense: Austrian Attack, Ljubojevic Variation
8|Nf3 O-O|B09|Pirc Defense: Austrian Attack
10|Bd3|B09|Pirc Defense: Austrian Attack, Weiss Variation
10|Be3|B09|Pirc Defense: Austrian Attack, Kurajica Variation
10|e5|B09|Pirc Defense: Austrian Attack, Unzicker Attack
11|Nfd7 h4|B09|Pirc Defense: Austrian Attack, Unzicker Attack, Bronstein Variation
9|c5|B09|Pirc Defense: Austrian Attack, Dragon Formation
6|g3|B07|Pirc Defense: Sveshnikov System
4|Nf3|B00|Pirc Defense: Roscher Gambit
4|f3|B00|Lion Defense: Lion's Jaw
3|e5|B07|King's Pawn Game: Maróczy Defense
3|f5|A82|Rat Defense: Balogh Defense
2|f4|B00|Rat Defense: Harmonist
3|d5 exd5 Nf6|B00|Rat Defense: Fuller Gambit
2|g4|B00|Rat Defense: Spike Attack
2|h4|B00|Rat Defense: Petruccioli Attack
1|e5|C20|King's Pawn Game
2|Bb5|C20|Portuguese Opening
3|Bc5 b4|C20|Portuguese Opening: Miguel Gambit
3|Nf6 d4|C20|Portuguese Opening: Portuguese Gambit
2|Bc4|C23|Bishop's Opening
3|Bc5|C23|Bishop's Opening: Boi Variation
4|Qe2|C23|Bishop's Opening: Lopez Variation
5|Nc6 c3 Nf6 f4|C23|Bishop's Opening: Lopez Gambit
5|Nf6 f4|C23|Bishop's Opening: Lopez Variation, Lopez Gambit
4|b4|C23|Bishop's Opening: McDonnell Gambit
5|Bxb4 c3|C23|Bishop's Opening: McDonnell Gambit, La Bourdonnais-Denker Gambit
6|f4|C23|Bishop's Opening: McDonnell Gambit, McDonnell Double Gambit
7|exf4 Nf3 Be7 d4 Bh4+ g3 fxg3 O-O gxh2+ Kh1|C23|Bishop's Opening: Four Pawns Gambit
4|c3|C23|Bishop's Opening: Philidor Variation
5|Nf6 d4 exd4 e5 d5 exf6 dxc4 Qh5 O-O|C23|Bishop's Opening: Pratt Variation
5|Qg5|C23|Bishop's Opening: del Rio Variation
5|d5|C23|Bishop's Opening: Lewis Countergambit
6|Bxd5 Nf6|C23|Bishop's Opening: Lewis Countergambit
8|d4|C23|Bishop's Opening: Lewis Countergambit, Walker Variation
4|d4|C23|Bishop's Opening: Lewis Gambit
4|f4|C23|Bishop's Opening: Stein Gambit
3|Nc6 Nc3 Nf6 d3 Bc5 f4 d6 Nf3 Bg4 h3 Bxf3 Qxf3 exf4|C30|King's Gambit Declined: Classical, Svenonius Variation
3|Nf6|C24|Bishop's Opening: Berlin Defense
4|Nc3 b5|C26|Bishop's Opening: Horwitz Gambit
4|Ne2 Nxe4 Nec3|C24|Bishop's Opening: Pachman Gambit
4|d3 Be7 Nf3 O-O|C24|Bishop's Opening: Kitchener Folly
5|Nc6 Nc3|C24|Bishop's Opening: Vienna Hybrid
5|c6|C24|Bishop's Opening: Paulsen Defense
4|d4|C24|Bishop's Opening: Ponziani Gambit
5|exd4 Nf3|C43|Bishop's Opening: Urusov Gambit
7|Nxe4 Qxd4|C43|Bishop's Opening: Urusov Gambit, Keidansky Gambit
7|d5 exd5 Bb4+ c3 Qe7+|C24|Bishop's Opening: Urusov Gambit, Panov Variation
6|c3|C24|Bishop's Opening: Warsaw Gambit
4|f3 Bc5 Ne2 Nc6 b4|C24|Bishop's Opening: Krejcik Gambit
4|f4|C24|Bishop's Opening: Berlin Defense, Greco Gambit
3|b5 Bxb5 c6|C23|Bishop's Opening: Anderssen Gambit
5|f5|C23|Bishop's Opening: Thorold Gambit
3|c6|C23|Bishop's Opening: Philidor Counterattack
4|d4 d5 exd5 cxd5 Bb5+ Bd7 Bxd7+ Nxd7 dxe5 Nxe5 Ne2|C23|Bishop's Opening: Lisitsyn Variation
3|d5|C23|Bishop's Opening: Khan Gambit
3|f5|C23|Bishop's Opening: Calabrese Countergambit
4|d3|C23|Bishop's Opening: Calabrese Countergambit, Jaenisch Variation
2|Bd3|C20|King's Pawn Game: Tortoise Opening
2|Ke2|C20|Bongcloud Attack
2|Nc3|C25|Vienna Game
3|Bb4 Qg4 Nf6|C25|Vienna Game: Zhuravlev Countergambit
3|Bc5|C25|Vienna Game: Anderssen Defense
4|Na4|C25|Vienna Game: Hamppe-Meitner Variation
4|Qg4|C25|Vienna Game: Giraffe Attack
3|Nc6|C25|Vienna Game: Max Lange Defense
4|Bc4 Bc5 Qg4 Qf6 Nd5|C25|Vienna Game: Stanley Variation, Meitner-Mieses Gambit
5|Nf6|C28|Vienna Game: Stanley Variation, Three Knights Variation
6|d3 Bb4 Ne2|C28|Bishop's Opening: Vienna Hybrid, Hromádka Variation
6|f4 Nxe4 Nf3|C28|Vienna Game: Stanley Variation, Bronstein Gambit
4|d4|C25|Vienna Game: Fyfe Gambit
5|f5|C25|Vienna Game: Philidor Countergambit
4|f4|C25|Vienna Gambit, with Max Lange Defense
5|Bc5 fxe5 d6|C25|Vienna Gambit, with Max Lange Defense: Quelle Gambit
5|exf4 Nf3|C25|Vienna Gambit, with Max Lange Defense: Knight Variation
7|Be7|C25|Vienna Gambit, with Max Lange Defense: Cunningham Defense
7|g5 Bc4 g4 O-O|C25|Vienna Game: Hamppe-Muzio Gambit
11|gxf3|C25|Vienna Gambit, with Max Lange Defense: Hamppe-Muzio Gambit
12|Qxf3 Ne5 Qxf4 Qf6|C25|Vienna Game: Hamppe-Muzio, Dubois Variation
8|d4|C25|Vienna Gambit, with Max Lange Defense: Pierce Gambit
9|g4 Bc4 gxf3 O-O d5 exd5 Bg4 dxc6|C25|Vienna Game: Pierce Gambit, Rushmere Attack
8|h4 g4 Ng5|C25|Vienna Gambit, with Max Lange Defense: Hamppe-Allgaier Gambit
11|d6|C25|Vienna Gambit, with Max Lange Defense: Hamppe-Allgaier Gambit, Alapin Variation
6|d4|C25|Vienna Gambit, with Max Lange Defense: Steinitz Gambit
7|Qh4+ Ke2|C25|Vienna Gambit, with Max Lange Defense: Steinitz Gambit, Main Line
9|b6|C25|Vienna Gambit, with Max Lange Defense: Steinitz Gambit, Fraser-Minckwitz Defense
9|d5|C25|Vienna Gambit, with Max Lange Defense: Steinitz Gambit, Zukertort Defense
9|d6|C25|Vienna Gambit, with Max Lange Defense: Steinitz Gambit, Paulsen Defense
9|g5|C25|Vienna Gambit, with Max Lange Defense: Steinitz Gambit, Sörensen Defense
4|g3|C25|Vienna Game: Paulsen Variation
5|Bc5 Bg2 h5 Nf3 h4|C25|Vienna Game: Paulsen Variation, Mariotti Gambit
5|Nf6 Bg2 Bc5 Nge2 d5|C25|Vienna Game: Paulsen Variation
3|Nf6|C26|Vienna Game: Falkbeer Variation
4|Bc4|C26|Vienna Game: Stanley Variation
5|Bb4|C26|Vienna Game: Stanley Variation, Reversed Spanish
5|Bc5 Nge2 b5|C26|Vienna Game: Stanley Variation, Eifel Gambit
6|d3|C26|Bishop's Opening: Vienna Hybrid, Spielmann Attack
5|Nxe4|C27|Vienna Game: Frankenstein-Dracula Variation
6|Qh5 Nd6 Bb3 Be7|C27|Vienna Game: Stanley Variation, Monster Declined
10|Nf3 Nc6 Nxe5|C27|Vienna Game: Stanley Variation, Alekhine Variation
9|Nc6 Nb5 g6 Qf3 f5 Qd5 Qe7 Nxc7+ Kd8 Nxa8 b6|C27|Vienna Game: Stanley Variation, Frankenstein-Dracula Variation
10|d4|C27|Vienna Game: Adams' Gambit
4|a3|C26|Vienna Game: Mengarini Variation
4|f4|C29|Vienna Game: Vienna Gambit
5|d5|C29|Vienna Game: Vienna Gambit, Main Line
6|d3|C29|Vienna Game: Vienna Gambit, Steinitz Variation
6|exd5 e4 d3 Bb4 Bd2 e3|C31|King's Gambit Declined: Falkbeer Countergambit, Charousek Gambit, Morphy Defense
6|fxe5 Nxe4 Nf3 Be7|C29|Vienna Game: Vienna Gambit, Breyer Variation
9|Bg4 Qe2|C29|Vienna Game: Vienna Gambit, Kaufmann Variation
8|Qf3|C29|Vienna Game: Vienna Gambit, Paulsen Attack
9|f5|C29|Vienna Game: Vienna Gambit, Bardeleben Variation
10|d4|C29|Vienna Game: Heyde Variation
8|d3|C29|Vienna Game: Vienna Gambit, Modern Variation
9|Qh4+ g3 Nxg3 Nf3 Qh5 Nxd5|C29|Vienna Game: Vienna Gambit, Wurzburger Trap
4|g3|C26|Vienna Game: Mieses Variation
5|Bc5 Bg2 Nc6 Nge2 d5 exd5|C26|Vienna Game: Paulsen Variation, Pollock Gambit
5|d5 exd5 c6|C26|Vienna Game: Mieses Variation, Erben Gambit
3|d6 f4|C25|Vienna Game: Omaha Gambit
2|Ne2|C20|King's Pawn Game: Alapin Opening
2|Nf3|C40|King's Knight Opening
3|Bc5|C40|King's Pawn Game: Busch-Gass Gambit
4|Nxe5 Nc6|C40|King's Pawn Game: Busch-Gass Gambit, Chiodini Gambit
3|Nc6|C44|King's Knight Opening: Normal Variation
4|Bb5|C60|Ruy Lopez
5|Bb4|C60|Ruy Lopez: Alapin Defense
6|c3 Ba5 Bxc6 dxc6|C60|Ruy Lopez: Alapin Defense, Alapin Gambit
5|Bc5|C64|Ruy Lopez: Classical Variation
6|O-O Nd4 b4|C64|Ruy Lopez: Classical Defense, Zaitsev Variation
6|b4|C64|Ruy Lopez: Classical Variation, Spanish Wing Gambit
6|c3|C64|Ruy Lopez: Classical Variation, Central Variation
7|Bb6|C64|Ruy Lopez: Classical Variation, Charousek Variation
7|Qe7|C64|Ruy Lopez: Classical Defense, Boden Variation
7|d5|C64|Ruy Lopez: Classical Variation, Konikowski Gambit
7|f5|C64|Ruy Lopez: Classical Variation, Cordel Gambit
5|Be7|C60|Ruy Lopez: Lucena Variation
5|Na5|C60|Ruy Lopez: Pollock Defense
5|Nb8|C60|Ruy Lopez: Retreat Variation
5|Nd4|C61|Ruy Lopez: Bird Variation
6|Nxd4 exd4 O-O Ne7|C61|Ruy Lopez: Bird Variation, Paulsen Variation
5|Nf6|C65|Ruy Lopez: Berlin Defense
6|Nxe5|C65|Ruy Lopez: Halloween Attack
6|O-O|C65|Ruy Lopez: Berlin Defense
7|Bc5|C65|Ruy Lopez: Berlin Defense, Beverwijk Variation
8|c3|C65|Ruy Lopez: Classical Variation, Zukertort Gambit
9|O-O d4 Bb6|C64|Ruy Lopez: Classical Defense, Benelux Variation
12|Bg5|C64|Ruy Lopez: Classical Variation, Modern Main Line
7|Ng4|C65|Ruy Lopez: Berlin Defense, Fishing Pole Variation
7|Nxe4|C67|Ruy Lopez: Berlin Defense, Rio Gambit Accepted
8|d4 Be7|C67|Ruy Lopez: Berlin Defense, Rio de Janeiro Variation
10|Qe2 Nd6 Bxc6 bxc6 dxe5 Nb7 Nc3 O-O Re1 Nc5 Nd4 Ne6 Be3 Nxd4 Bxd4 c5|C67|Ruy Lopez: Berlin Defense, Rio de Janeiro Variation
16|Nd4|C67|Ruy Lopez: Berlin Defense, Winawer Attack
16|b3|C67|Ruy Lopez: Berlin Defense, Pillsbury Variation
16|c4|C67|Ruy Lopez: Berlin Defense, Zukertort Variation
15|Nf5|C67|Ruy Lopez: Berlin Defense, Cordel Variation
11|d5|C67|Ruy Lopez: Berlin Defense, Trifunovic Variation
10|dxe5|C67|Ruy Lopez: Berlin Defense, Minckwitz Variation
9|Nd6|C67|Ruy Lopez: Berlin Defense, l'Hermet Variation
10|Ba4|C67|Ruy Lopez: Open Berlin Defense, Showalter Variation
10|Bxc6 dxc6 dxe5 Ne4|C67|Ruy Lopez: Berlin Defense, l'Hermet Variation, Westerinen Line
13|Nf5 Qxd8+ Kxd8|C67|Ruy Lopez: Berlin Defense, l'Hermet Variation, Berlin Wall Defense
16|Nc3 Bd7|C67|Ruy Lopez: Berlin Defense, Berlin Wall
10|dxe5|C67|Ruy Lopez: Open Berlin Defense, l'Hermet Variation
9|a6|C67|Ruy Lopez: Berlin Defense, Rosenthal Variation
7|d6|C66|Ruy Lopez: Berlin Defense, Improved Steinitz Defense
8|d4 Bd7 Nc3 Be7|C66|Ruy Lopez: Berlin Defense, Hedgehog Variation
12|Bg5|C66|Ruy Lopez: Berlin Defense, Closed Bernstein Variation
12|Bxc6|C66|Ruy Lopez: Berlin Defense, Closed Showalter Variation
11|exd4|C66|Ruy Lopez: Berlin Defense, Closed Wolf Variation
9|Nd7|C66|Ruy Lopez: Closed Berlin Defense, Chigorin Variation
6|d3|C65|Ruy Lopez: Berlin Defense, Anti-Berlin Variation
7|Bc5 Be3|C65|Ruy Lopez: Berlin Defense, Anti-Berlin Variation, Kaufmann Variation
7|Ne7|C65|Ruy Lopez: Berlin Defense, Anti-Berlin Variation, Mortimer Variation
8|Nxe5 c6|C65|Ruy Lopez: Berlin Defense, Anti-Berlin Variation, Mortimer Trap
7|d6 Bxc6+|C65|Ruy Lopez: Berlin Defense, Anti-Berlin Variation, Anderssen Variation
8|c4|C65|Ruy Lopez: Berlin Defense, Anti-Berlin Variation, Duras Variation
6|d4 exd4 O-O|C65|Ruy Lopez: Berlin Defense, Nyholm Attack
5|Nge7|C60|Ruy Lopez: Cozio Defense
6|Nc3 g6|C60|Ruy Lopez: Cozio Defense, Paulsen Variation
5|Qe7|C60|Ruy Lopez: Vinogradov Variation
5|a5|C60|Ruy Lopez: Bulgarian Variation
5|a6|C70|Ruy Lopez: Morphy Defense
6|Ba4 Bb4|C70|Ruy Lopez: Morphy Defense, Alapin's Defense Deferred
7|Bc5|C70|Ruy Lopez: Morphy Defense, Classical Defense Deferred
7|Nd4|C70|Ruy Lopez: Bird's Defense Deferred
7|Nf6 Bxc6|C77|Ruy Lopez: Morphy Defense, Bayreuth Variation
8|Nc3|C77|Ruy Lopez: Morphy Defense, Tarrasch Variation
8|O-O|C78|Ruy Lopez: Morphy Defense
9|Bc5|C78|Ruy Lopez: Morphy Defense, Møller Variation
9|Be7|C84|Ruy Lopez: Closed
10|Bxc6|C85|Ruy Lopez: Closed, Delayed Exchange
10|Nc3|C84|Ruy Lopez: Closed, Morphy Attack
10|Qe2|C86|Ruy Lopez: Closed, Worrall Attack
11|b5 Bb3 O-O|C86|Ruy Lopez: Closed, Worrall Attack, Castling Line
13|d6|C86|Ruy Lopez: Closed, Worrall Attack, Delayed Castling Line
10|Re1 b5 Bb3|C88|Ruy Lopez: Closed
13|Bb7|C88|Ruy Lopez: Closed, Trajkovic Counterattack
13|O-O|C88|Ruy Lopez: Closed
14|a4|C88|Ruy Lopez: Closed, Anti-Marshall
14|c3 d5|C89|Ruy Lopez: Marshall Attack
16|exd5 Nxd5 Nxe5 Nxe5 Rxe5 Nf6|C89|Ruy Lopez: Marshall Attack, Original Marshall Attack
21|c6|C89|Ruy Lopez: Marshall Attack, Modern Variation
22|Bxd5 cxd5 d4 Bd6 Re3|C89|Ruy Lopez: Marshall Attack, Re3 Variation
22|d4|C89|Ruy Lopez: Marshall Attack, Main Line
23|Bd6 Re1 Qh4 g3 Qh3|C89|Ruy Lopez: Marshall Attack, Modern Main Line
28|Be3 Bg4 Qd3 Rae8 Nd2 Re6 a4 Qh5|C89|Ruy Lopez: Marshall Attack, Main Line, Spassky Variation
18|a4 Bb7|C89|Ruy Lopez: Marshall Attack
17|e4|C89|Ruy Lopez: Marshall Attack, Steiner Variation
14|d3 d6 c3|C90|Ruy Lopez: Closed, Pilnik Variation
13|d6 c3 Na5 Bc2 c5 d4 Qc7 Nbd2 O-O Nf1 Bg4 Ne3 Bxf3 Qxf3|C88|Ruy Lopez: Closed, Alekhine Gambit
20|a4|C88|Ruy Lopez: Closed, Balla Variation
20|h3 Nc6 d5 Nb8 Nbd2 g5|C88|Ruy Lopez: Closed, Leonhardt Variation
15|O-O|C90|Ruy Lopez: Closed
16|Bc2|C90|Ruy Lopez: Closed, Lutikov Variation
16|a3|C90|Ruy Lopez: Closed, Suetin Variation
16|d4|C91|Ruy Lopez: Closed, Yates Variation
17|Bg4|C91|Ruy Lopez: Closed, Bogoljubow Variation
18|a4|C91|Ruy Lopez: Closed, Yates Variation, Short Attack
16|h3|C92|Ruy Lopez: Closed
17|Bb7|C92|Ruy Lopez: Closed, Flohr System
18|d4 Re8 Nbd2 Bf8 a3 h6|C92|Ruy Lopez: Closed, Smyslov-Breyer-Zaitsev Hybrid
17|Be6|C92|Ruy Lopez: Closed, Kholmov Variation
17|Na5|C97|Ruy Lopez: Closed, Chigorin Defense
18|Bc2|C96|Ruy Lopez: Closed, Chigorin Defense
19|c5|C96|Ruy Lopez: Closed, Chigorin Defense
20|d4 Nc6|C96|Ruy Lopez: Closed, Borisenko Variation
21|Nd7|C96|Ruy Lopez: Closed, Keres Defense
21|Qc7|C97|Ruy Lopez: Closed, Chigorin Defense
22|Nbd2 Bd7 Nf1 Rfe8 Ne3 g6|C97|Ruy Lopez: Closed, Chigorin, Yugoslav System
23|Nc6|C98|Ruy Lopez: Closed, Chigorin Defense
24|dxc5|C98|Ruy Lopez: Closed, Chigorin Defense
23|cxd4 cxd4|C99|Ruy Lopez: Closed, Chigorin Defense, Panov System
19|c6 d4 Qc7|C96|Ruy Lopez: Closed, Rossolimo Defense
19|d5|C96|Ruy Lopez: Closed, Chigorin Defense, Gajewski Gambit
17|Nb8|C94|Ruy Lopez: Closed, Breyer Defense
18|d3|C94|Ruy Lopez: Closed, Breyer Defense, Quiet Variation
18|d4|C95|Ruy Lopez: Closed, Breyer
19|Nbd7|C95|Ruy Lopez: Closed, Breyer Defense, Zaitsev Hybrid
20|Nbd2 Bb7 Bc2 c5|C95|Ruy Lopez: Closed, Breyer Defense
20|Nh4|C95|Ruy Lopez: Closed, Breyer Defense
17|Nd7|C92|Ruy Lopez: Closed, Karpov Variation
17|Re8|C92|Ruy Lopez: Closed, Zaitsev System
17|h6|C93|Ruy Lopez: Closed, Smyslov Defense
14|d4|C88|Ruy Lopez: Closed, Rosen Attack
15|Nxd4 Nxd4 exd4 Qxd4 c5|C88|Ruy Lopez: Noah's Ark Trap
11|d6|C87|Ruy Lopez: Closed, Averbakh Variation
10|d3|C84|Ruy Lopez: Closed, Martinez Variation
10|d4|C84|Ruy Lopez: Closed, Center Attack
11|exd4 e5 Ne4 c3|C84|Ruy Lopez: Closed, Basque Gambit
15|dxc3|C84|Ruy Lopez: Closed, Center Attack, Basque Gambit
9|Nxe4|C80|Ruy Lopez: Open
10|Nc3|C80|Ruy Lopez: Open, Knorre Variation
10|Qe2|C80|Ruy Lopez: Morphy Defense, Tartakower Variation
10|Re1 d5|C80|Ruy Lopez: Open, Skipworth Gambit
10|d4|C80|Ruy Lopez: Open
11|Be7 Re1 b5 Bb3 d5 dxe5 Be6 c3|C83|Ruy Lopez: Open, Classical Defense, Main Line
11|b5 Bb3|C80|Ruy Lopez: Open
13|d5 a4 Nxd4|C80|Ruy Lopez: Open, Schlechter Defense
16|Nxd4 exd4 Nc3|C80|Ruy Lopez: Open, Berger Variation
14|c4|C80|Ruy Lopez: Open, Harksen Gambit
14|dxe5|C80|Ruy Lopez: Open
15|Be6|C80|Ruy Lopez: Open, Main Line
16|Nbd2|C80|Ruy Lopez: Open, Bernstein Variation
17|Bc5 Qe1|C80|Ruy Lopez: Open, Bernstein Variation, Luther Line
17|Nc5 c3 Be7|C83|Ruy Lopez: Open, Classical Defense
19|d4 Ng5|C80|Ruy Lopez: Open, Karpov Gambit
16|Qe2|C81|Ruy Lopez: Open, Howell Attack
17|Be7 Rd1 O-O c4 bxc4 Bxc4 Qd7|C81|Ruy Lopez: Open, Howell Attack, Ekstrom Variation
18|c4|C81|Ruy Lopez: Open, Howell Attack
16|c3|C82|Ruy Lopez: Open
17|Bc5|C82|Ruy Lopez: Open, Italian Variation
18|Nbd2|C82|Ruy Lopez: Open, St. Petersburg Variation
19|O-O Bc2 Nxf2|C82|Ruy Lopez: Open, Dilworth Variation
18|Qd3|C82|Ruy Lopez: Open, Motzko Attack
19|Ne7|C82|Ruy Lopez: Open, Motzko Attack, Nenarokov Variation
17|Be7|C83|Ruy Lopez: Open, Classical Defense
18|Nbd2 O-O Qe2|C83|Ruy Lopez: Open, Malkin Variation
18|Re1 O-O Nd4 Nxe5|C83|Ruy Lopez: Open, Breslau Variation
21|Qd7 Nxe6 fxe6 Rxe4|C83|Ruy Lopez: Open, Tarrasch Trap
17|Nc5|C82|Ruy Lopez: Open, Berlin Variation
15|Ne7|C80|Ruy Lopez: Open, Zukertort Variation
12|Nxe5|C80|Ruy Lopez: Open, Friess Attack
12|d5|C80|Ruy Lopez: Open, Richter Variation
11|exd4|C80|Ruy Lopez: Open, Riga Variation
9|b5 Bb3 Bb7|C78|Ruy Lopez: Morphy Defense, Arkhangelsk Variation
11|Bc5|C78|Ruy Lopez: Morphy Defense, Neo-Arkhangelsk Variation
11|Be7 a4|C78|Ruy Lopez: Morphy Defense, Wing Attack
11|d6|C78|Ruy Lopez: Morphy Defense
12|Ng5 d5 exd5 Nd4 Re1 Bc5 Rxe5+ Kf8|C78|Ruy Lopez: Rabinovich Variation
9|d5|C78|Ruy Lopez: Central Countergambit
9|d6|C79|Ruy Lopez: Morphy Defense, Steinitz Deferred
10|Bxc6+ bxc6 d4 Bg4|C79|Ruy Lopez: Steinitz Defense Deferred, Lipnitsky Variation
13|Nxe4|C79|Ruy Lopez: Morphy Defense, Steinitz Deferred
14|Re1 f5 dxe5 d5 Nc3|C79|Ruy Lopez: Steinitz Defense Deferred, Boleslavsky Variation
9|g6|C78|Ruy Lopez: Brix Variation
8|Qe2|C77|Ruy Lopez: Morphy Defense, Wormald Attack
9|Be7 O-O b5 Bb3 O-O c3 d5 d3|C86|Ruy Lopez: Closed, Worrall Attack, Castling Line
9|b5 Bb3 Be7 d4 d6 c3 Bg4|C77|Ruy Lopez: Wormald Attack, Grünfeld Variation
8|c3|C77|Ruy Lopez: Morphy Defense, Jaffe Gambit
8|d3|C77|Ruy Lopez: Morphy Defense, Anderssen Variation
9|d6 c4|C77|Ruy Lopez: Morphy Defense, Duras Variation
8|d4|C77|Ruy Lopez: Morphy Defense, Mackenzie Variation
7|Nge7|C70|Ruy Lopez: Morphy Defense, Cozio Defense
7|b5|C70|Ruy Lopez: Morphy Defense, Caro Variation
8|Bb3 Bc5|C70|Ruy Lopez: Morphy Defense, Graz Variation
9|Na5|C70|Ruy Lopez: Morphy Defense, Norwegian Variation
10|Bxf7+|C70|Ruy Lopez: Morphy Defense, Norwegian Variation, Nightingale Gambit
9|d6 d4 Nxd4 Nxd4 exd4 Qxd4 c5|C71|Ruy Lopez: Noah's Ark Trap
7|d6|C71|Ruy Lopez: Morphy Defense, Modern Steinitz Defense
8|Bxc6+ bxc6 d4|C73|Ruy Lopez: Morphy Defense, Modern Steinitz Defense
11|f6|C73|Ruy Lopez: Morphy Defense, Modern Steinitz Defense
8|Nc3|C71|Ruy Lopez: Morphy Defense, Modern Steinitz Defense
8|O-O|C72|Ruy Lopez: Morphy Defense, Modern Steinitz Defense
9|Bd7 c3 Nf6 d4 Be7 Nbd2 O-O Re1 Be8|C72|Ruy Lopez: Closed, Kecskemet Variation
8|c3|C74|Ruy Lopez: Morphy Defense, Modern Steinitz Defense
9|Bd7|C75|Ruy Lopez: Morphy Defense, Modern Steinitz Defense
10|d4 Nge7|C75|Ruy Lopez: Morphy Defense, Modern Steinitz Defense
9|f5|C74|Ruy Lopez: Morphy Defense, Modern Steinitz Defense, Siesta Variation
10|exf5 Bxf5 O-O|C74|Ruy Lopez: Morphy Defense, Modern Steinitz Defense
8|c4|C71|Ruy Lopez: Morphy Defense, Modern Steinitz Defense
7|f5|C70|Ruy Lopez: Morphy Defense, Schliemann Defense Deferred
8|exf5|C70|Ruy Lopez: Morphy Defense, Schliemann Defense Deferred, Jaenisch Gambit Deferred
7|g6|C70|Ruy Lopez: Morphy Defense, Fianchetto Defense Deferred
6|Bxc6|C68|Ruy Lopez: Exchange Variation
7|bxc6|C68|Ruy Lopez: Exchange Variation, Lutikov Variation
7|dxc6 Nc3|C68|Ruy Lopez: Exchange Variation, Keres Variation
9|f6 d3|C68|Ruy Lopez: Exchange Variation, Romanovsky Variation
8|O-O|C69|Ruy Lopez: Exchange Variation, Normal Variation
9|Bd6|C69|Ruy Lopez: Exchange Variation, King's Bishop Variation
9|Bg4 h3 h5|C69|Ruy Lopez: Exchange Variation, Alapin Gambit
9|Qd6|C69|Ruy Lopez: Exchange Variation, Bronstein Variation
9|f6|C69|Ruy Lopez: Exchange Variation, Gligoric Variation
8|d4 exd4 Qxd4 Qxd4 Nxd4 Bd6|C68|Ruy Lopez: Exchange Variation, Alekhine Variation
13|Bd7|C68|Ruy Lopez: Exchange, Alekhine Variation
5|b6|C60|Ruy Lopez: Rotary-Albany Gambit
5|d5|C60|Ruy Lopez: Spanish Countergambit
6|Nxe5 Qg5 Nxc6|C60|Ruy Lopez: Spanish Countergambit, Harding Gambit
8|O-O|C60|Ruy Lopez: Spanish Countergambit, Harding Countergambit, Fricke Gambit
5|d6|C62|Ruy Lopez: Steinitz Defense
6|d4|C62|Ruy Lopez: Steinitz Defense
7|Bd7 Nc3 Nf6 Bxc6|C62|Ruy Lopez: Steinitz Defense, Nimzowitsch Attack
10|O-O Be7 Re1 O-O|C66|Ruy Lopez: Berlin Defense, Tarrasch Trap
8|c4|C62|Ruy Lopez: Steinitz Defense, Semi-Duras Variation
7|exd4 O-O|C62|Ruy Lopez: Steinitz Defense, Center Gambit
5|f5|C63|Ruy Lopez: Schliemann Defense
6|Bxc6|C63|Ruy Lopez: Schliemann Defense, Exchange Variation
6|Nc3|C63|Ruy Lopez: Schliemann Defense, Dyckhoff Variation
7|fxe4 Nxe4 Be7|C63|Ruy Lopez: Schliemann Defense, Kostić Defense
9|Nf6|C63|Ruy Lopez: Schliemann Defense, Tartakower Variation
9|d5 Nxe5 dxe4 Nxc6 Qd5|C63|Ruy Lopez: Schliemann Defense, Möhring Variation
13|Qg5|C63|Ruy Lopez: Schliemann Defense, Classical Variation
6|d4|C63|Ruy Lopez: Schliemann Defense, Schönemann Attack
6|exf5|C63|Ruy Lopez: Schliemann Defense, Jaenisch Gambit Accepted
5|f6|C60|Ruy Lopez: Nürnberg Variation
5|g5|C60|Ruy Lopez: Brentano Gambit
5|g6|C60|Ruy Lopez: Fianchetto Defense
6|c3 a6 Ba4 d6 d4 Bd7|C76|Ruy Lopez: Morphy Defense, Modern Steinitz Defense, Fianchetto Variation
7|f5|C60|Ruy Lopez: Fianchetto Defense, Kevitz Gambit
6|d4 exd4 Nxd4 Bg7 Be3 Nge7 Nc3 O-O Qd2 d5|C60|Ruy Lopez: Cozio Defense, Tartakower Gambit
4|Bc4|C50|Italian Game
5|Bc5|C50|Italian Game: Giuoco Piano
6|Bxf7+|C50|Italian Game: Jerome Gambit
6|Nc3 Nf6|C50|Four Knights Game: Italian Variation
8|O-O O-O|C50|Italian Game: Giuoco Pianissimo
10|d3|C50|Italian Game: Giuoco Pianissimo
6|O-O Nf6 c3|C50|Italian Game: Classical Variation, Albin Gambit
8|d3 O-O c3 d5|C54|Italian Game: Classical Variation, Giuoco Pianissimo
9|a5 c3|C54|Italian Game: Classical Variation, Giuoco Pianissimo, with a5
9|d6 c3|C54|Italian Game: Classical Variation, Giuoco Pianissimo
11|Bb6|C54|Italian Game: Classical Variation, Giuoco Pianissimo
11|O-O|C54|Italian Game: Classical Variation, Giuoco Pianissimo
11|a5|C54|Italian Game: Classical Variation, Giuoco Pianissimo
11|a6|C54|Italian Game: Classical Variation, Giuoco Pianissimo
12|Re1|C54|Italian Game: Classical Variation, Giuoco Pianissimo
13|Ba7|C54|Italian Game: Classical Variation, Giuoco Pianissimo
12|a4|C54|Italian Game: Classical Variation, Giuoco Pianissimo
13|Ba7|C54|Italian Game: Classical Variation, Giuoco Pianissimo
13|O-O|C54|Italian Game: Classical Variation, Giuoco Pianissimo
11|h6|C54|Italian Game: Classical Variation, Giuoco Pianissimo, with h6
12|Nbd2|C54|Italian Game: Classical Variation, Giuoco Pianissimo
12|Re1|C54|Italian Game: Classical Variation, Giuoco Pianissimo
9|h6 c3|C54|Italian Game: Classical Variation, Giuoco Pianissimo
8|d4|C50|Italian Game: Deutz Gambit
9|exd4 e5 d5 exf6 dxc4 Re1+ Be6 fxg7|C56|Italian Game: Scotch Gambit, Max Lange Attack Accepted
6|b4|C51|Italian Game: Evans Gambit
7|Bb6|C51|Italian Game: Evans Gambit Declined
8|Bb2|C51|Italian Game: Evans Gambit Declined, Cordel Variation
8|a4|C51|Italian Game: Evans Gambit Declined
9|a6 Nc3|C51|Italian Game: Evans Gambit Declined, Showalter Variation
8|b5 Na5 Nxe5 Nh6|C51|Italian Game: Evans Gambit Declined, Lange Variation
12|d4 d6 Bxh6 dxe5 Bxg7 Rg8 Bxf7+ Kxf7 Bxe5 Qg5 Nd2|C51|Italian Game: Evans Gambit Declined, Pavlov Variation
11|Qg5|C51|Italian Game: Evans Gambit Declined, Hirschbach Variation
12|Bxf7+ Ke7 Qh5|C51|Italian Game: Evans Gambit Declined, Vasquez Variation
12|Qf3 Qxe5 Qxf7+ Kd8 Bb2|C51|Italian Game: Evans Gambit Declined, Hicken Variation
7|Bxb4|C51|Italian Game: Evans Gambit Accepted
8|c3 Ba5|C52|Italian Game: Evans Gambit, Main Line
10|O-O|C52|Italian Game: Evans Gambit, Slow Variation
11|Nf6 d4 O-O Nxe5|C52|Italian Game: Evans Gambit, Richardson Attack
13|exd4|C52|Italian Game: Evans Gambit, Anderssen Defense
11|d6|C52|Italian Game: Evans Gambit
12|d4 Bb6|C52|Italian Game: Evans Gambit, Lasker Defense
13|Bd7|C52|Italian Game: Evans Gambit, Sanders-Alapin Variation
13|Bg4|C52|Italian Game: Evans Gambit, Alapin-Steinitz Variation
10|d4 Nf6|C52|Italian Game: Evans Gambit, Laroche Variation
11|b5|C52|Italian Game: Evans Gambit, Leonhardt Countergambit
11|d6|C52|Italian Game: Evans Gambit, Bronstein Defense
12|Bg5|C52|Italian Game: Evans Gambit, Sokolsky Variation
12|Qb3|C52|Italian Game: Evans Gambit, Tartakower Attack
13|Qd7 dxe5 dxe5 O-O Bb6 Ba3 Na5 Nxe5|C52|Italian Game: Evans Gambit, Levenfish Variation
11|exd4|C52|Italian Game: Evans Gambit, Pierce Defense
12|O-O Nge7|C52|Italian Game: Evans Gambit, Mieses Defense
13|b5|C52|Italian Game: Evans Gambit, Johner Defense
13|d3|C52|Italian Game: Evans Gambit, Dufresne Defense
13|d6 Qb3|C52|Italian Game: Evans Gambit, Waller Attack
14|cxd4 Bb6 Nc3|C51|Italian Game: Evans Gambit, Morphy Attack
13|dxc3|C52|Italian Game: Evans Gambit, Compromised Defense
14|Qb3 Qf6 e5 Qg6 Nxc3 Nge7 Ba3|C52|Italian Game: Evans Gambit, Compromised Defense, Main Line
20|Rd1|C52|Italian Game: Evans Gambit, Compromised Defense, Potter Variation
9|Bc5|C51|Italian Game: Evans Gambit, McDonnell Defense
10|d4 exd4 O-O d6 cxd4 Bb6|C51|Italian Game: Evans Gambit, McDonnell Defense, Main Line
16|Nc3 Bg4|C51|Italian Game: Evans Gambit
18|Qa4|C51|Italian Game: Evans Gambit, Fraser Attack
19|Bd7 Qb3 Na5 Bxf7+ Kf8 Qc2|C51|Italian Game: Evans Gambit, Fraser-Mortimer Attack
25|Kxf7|C51|Italian Game: Evans Gambit, Mortimer-Evans Gambit
17|Na5 Bg5|C51|Italian Game: Evans Gambit, Göring Attack
19|f6 Be3|C51|Italian Game: Evans Gambit, Steinitz Variation
16|d5 Na5 Bb2|C51|Italian Game: Evans Gambit, Ulvestad Variation
19|Ne7|C51|Italian Game: Evans Gambit, Paulsen Variation
12|cxd4 Bb4+ Bd2|C51|Italian Game: Evans Gambit, Harding Variation
9|Bd6|C51|Italian Game: Evans Gambit, Stone-Ware Variation
9|Be7|C51|Italian Game: Evans Gambit, Anderssen Variation
10|d4 Na5|C51|Italian Game: Evans Gambit, Anderssen Variation, Cordel Line
9|Bf8|C51|Italian Game: Evans Gambit, Mayet Defense
7|b5|C51|Italian Game: Evans Gambit, Fontaine Countergambit
7|d5|C51|Italian Game: Evans Gambit, Hein Countergambit
6|c3|C53|Italian Game: Classical Variation
7|Nf6|C54|Italian Game: Classical Variation
8|b4|C53|Italian Game: Bird's Attack
8|d3|C54|Italian Game: Classical Variation, Giuoco Pianissimo
9|a6|C54|Italian Game: Classical Variation, Giuoco Pianissimo, with a6
9|d5|C54|Italian Game: Classical Variation, with d5
9|d6|C54|Italian Game: Classical Variation, Giuoco Pianissimo
10|Nbd2 O-O O-O|C54|Italian Game: Classical Variation, Giuoco Pianissimo
11|a6|C54|Italian Game: Classical Variation, Giuoco Pianissimo, with a6
10|O-O O-O Re1 a6 Bb3 Ba7 h3|C54|Italian Game: Classical Variation, Giuoco Pianissimo, Main Line
12|a4 a5|C54|Italian Game: Classical Variation, Giuoco Pianissimo, with a4 a5
10|b4|C54|Italian Game: Classical Variation, Giuoco Pianissimo, Albin Variation
8|d4|C54|Italian Game: Classical Variation, Center Attack
9|exd4 O-O|C56|Italian Game: Scotch Gambit, Walbrodt-Baird Gambit
10|b4|C54|Italian Game: Classical Variation, Greco Gambit, Dubov Italian
10|cxd4|C54|Italian Game: Classical Variation, Greco Gambit, Traditional Line
11|Bb4+ Bd2 Nxe4 Bxb4 Nxb4 Bxf7+ Kxf7 Qb3+ d5 Ne5+ Kf6 f3|C54|Italian Game: Giuoco Piano, Krause Variation
12|Kf1|C54|Italian Game: Giuoco Piano, Cracow Variation
12|Nc3|C54|Italian Game: Giuoco Piano, Greco's Attack
13|Nxe4 O-O Bxc3|C54|Italian Game: Classical Variation, Greco Gambit, Main Line
16|bxc3 d5 Ba3|C54|Italian Game: Giuoco Piano, Steinitz Variation
16|d5|C54|Italian Game: Classical Variation, Greco Gambit, Moeller-Therkatz Attack
17|Bf6 Re1 Ne7 Rxe4 d6 Bg5 Bxg5 Nxg5 O-O Nxh7|C54|Italian Game: Giuoco Piano, Therkatz-Herzog Variation
22|g4|C54|Italian Game: Classical Variation, Greco Gambit, Moeller-Bayonet Attack
15|Nxc3|C54|Italian Game: Classical Variation, Greco Gambit, Greco Variation
16|bxc3 Bxc3 Ba3|C54|Italian Game: Giuoco Piano, Aitken Variation
18|Qb3 d5|C54|Italian Game: Giuoco Piano, Bernstein Variation
10|e5|C54|Italian Game: Classical Variation, Greco Gambit, Modern Line
11|Ne4 Bd5 Nxf2 Kxf2 dxc3+ Kg3|C54|Italian Game: Classical Variation, Ghulam-Kassim Variation
11|d5|C54|Italian Game: Classical Variation, Greco Gambit, Modern Line
12|Bb5 Ne4 cxd4 Bb4+|C54|Italian Game: Classical Variation, Greco Gambit, Anderssen Variation
7|Qe7|C53|Italian Game: Classical Variation, Closed Variation
8|d4 Bb6|C53|Italian Game: Classical Variation, Center Holding Variation
10|Bg5|C53|Italian Game: Classical Variation, Mestel Variation
10|O-O d6 a4 a6 h3 Nf6 Re1|C53|Italian Game: Classical Variation, Tarrasch Variation
10|d5 Nb8 d6|C53|Italian Game: Classical Variation, Eisinger Variation
7|d6 d4 exd4 cxd4 Bb6|C53|Italian Game: Classical Variation, La Bourdonnais Variation
6|d3|C50|Italian Game: Giuoco Pianissimo
7|Nf6 Nc3|C50|Italian Game: Giuoco Pianissimo, Italian Four Knights Variation
9|d6 Bg5|C50|Italian Game: Giuoco Pianissimo, Canal Variation
7|f5|C50|Italian Game: Giuoco Pianissimo, Lucchini Gambit
8|Ng5 f4|C50|Italian Game: Giuoco Pianissimo, Dubois Variation
6|d4|C50|Italian Game: Rosentreter Gambit
5|Be7|C50|Italian Game: Hungarian Defense
6|d4 exd4|C44|Scotch Game: Benima Defense
8|c3 Nf6 e5 Ne4|C50|Italian Game: Hungarian Defense, Tartakower Variation
5|Nd4|C50|Italian Game: Blackburne-Kostić Gambit
5|Nf6|C55|Italian Game: Two Knights Defense
6|Nc3|C47|Four Knights Game: Italian Variation
7|Nxe4 Bxf7+|C47|Four Knights Game: Italian Variation, Noa Gambit
8|Nxe4 d5|C55|Italian Game: Two Knights Defense
6|Ng5|C57|Italian Game: Two Knights Defense, Knight Attack
7|Bc5|C57|Italian Game: Two Knights Defense, Traxler Counterattack
8|Bxf7+|C57|Italian Game: Two Knights Defense, Traxler Counterattack, Bishop Sacrifice Line
9|Ke7 d4|C57|Italian Game: Two Knights Defense, Traxler Variation, Trencianske-Teplice Gambit
8|Nxf7|C57|Italian Game: Two Knights Defense, Traxler Counterattack, Knight Sacrifice Line
9|Bxf2+ Kxf2 Nxe4+ Ke3|C57|Italian Game: Two Knights Defense, Traxler Counterattack, King March Line
7|Nxe4|C57|Italian Game: Two Knights Defense, Ponziani-Steinitz Gambit
7|d5|C57|Italian Game: Two Knights Defense, Knight Attack, Normal Variation
8|exd5 Na5|C58|Italian Game: Two Knights Defense, Polerio Defense
10|Bb5+|C58|Italian Game: Two Knights Defense, Polerio Defense, Bishop Check Line
11|c6 dxc6 bxc6 Be2|C58|Italian Game: Two Knights Defense
15|h6|C59|Italian Game: Two Knights Defense, Polerio Defense, Suhle Defense
16|Nf3 e4 Ne5 Bd6 d4 Qc7 Bd2|C59|Italian Game: Two Knights Defense, Knorre Variation
19|Qc7|C59|Italian Game: Two Knights Defense, Polerio Defense, Göring Variation
16|Nh3|C59|Italian Game: Two Knights Defense, Steinitz Variation
14|Qf3|C58|Italian Game: Two Knights Defense, Polerio Defense, Bogoljubow Variation
15|Qc7 Bd3|C58|Italian Game: Two Knights Defense, Paoli Variation
15|Rb8|C58|Italian Game: Two Knights Defense, Colman Variation
15|cxb5|C58|Italian Game: Two Knights Defense, Blackburne Variation
10|d3|C58|Italian Game: Two Knights Defense, Polerio Defense, Kieseritzky Variation
11|h6 Nf3 e4 Qe2 Nxc4 dxc4 Bc5 Nfd2|C58|Italian Game: Two Knights Defense, Polerio Defense, Yankovich Variation
17|Be7|C58|Italian Game: Two Knights Defense, Maróczy Variation
9|Nb4|C57|Italian Game: Two Knights Defense, Kloss Gambit
9|Nd4|C57|Italian Game: Two Knights Defense, Fritz Variation
10|c3 b5 Bf1 Nxd5 Ne4|C57|Italian Game: Two Knights Defense, Fritz, Gruber Variation
9|Nxd5 Nxf7|C57|Italian Game: Two Knights Defense, Fried Liver Attack
11|Kxf7 Qf3+ Ke6 Nc3 Nb4 Qe4 c6 a3 Na6 d4 Nc7|C57|Italian Game: Two Knights Defense, Fegatello Attack, Leonhardt Variation
10|d4|C57|Italian Game: Two Knights Defense, Lolli Attack
11|Bb4+|C57|Italian Game: Two Knights Defense, Pincus Variation
9|b5|C57|Italian Game: Two Knights Defense, Ulvestad Variation
10|Bf1 h6 Nxf7|C57|Italian Game: Two Knights Defense, Ulvestad Variation, Kurkin Gambit
6|O-O Bc5 Nc3 d6 d3|C50|Italian Game: Giuoco Pianissimo
8|d4 Bxd4 Nxd4 Nxd4 Bg5 d6|C55|Italian Game: Two Knights Defense
14|f4 Qe7 fxe5 dxe5 Nc3|C54|Italian Game: Giuoco Piano, Holzhausen Attack
13|h6 Bh4 g5 f4|C54|Italian Game: Giuoco Piano, Rosentreter Variation
6|d3|C55|Italian Game: Two Knights Defense, Modern Bishop's Opening
7|Bc5|C50|Italian Game: Giuoco Pianissimo, Normal
7|Be7|C55|Italian Game: Two Knights Defense, Modern Bishop's Opening
7|h6 O-O d6|C55|Italian Game: Two Knights Defense, Modern Bishop's Opening
6|d4|C56|Italian Game: Two Knights Defense, Open Variation
7|d6|C56|Italian Game: Scotch Invitation Declined
7|exd4|C44|Scotch Game: Scotch Gambit, Dubois Réti Defense
8|Ng5|C56|Italian Game: Two Knights Defense, Perreux Variation
8|O-O|C56|Italian Game: Scotch Gambit
9|Bc5 e5 Ng4 c3|C56|Italian Game: Two Knights Defense, Max Lange Attack, Krause Variation
11|d5 exf6 dxc4 Re1+ Be6 Ng5 Qd5 Nc3 Qf5 Nce4 Bf8|C56|Italian Game: Two Knights Defense, Max Lange Attack, Rubinstein Variation
20|g4 Qg6 Nce4 Bb6 f4 O-O-O|C56|Italian Game: Two Knights Defense, Max Lange Attack, Berger Variation
9|Nxe4|C56|Italian Game: Scotch Gambit, Double Gambit Accepted
10|Nc3|C56|Italian Game: Scotch Gambit, Nakhmanson Gambit
10|Re1 d5 Bxd5 Qxd5 Nc3|C56|Italian Game: Scotch Gambit, Anderssen Attack
15|Qa5 Nxe4 Be6 Bd2 Qd5 Bg5|C56|Italian Game: Scotch Gambit, Anderssen Attack, Main Line
8|e5 Ng4|C44|Scotch Game: Scotch Gambit, Kingside Variation
9|d5 Bb5 Ne4|C56|Italian Game: Scotch Gambit, Max Lange Attack
12|Nxd4 Bc5 Nxc6 Bxf2+ Kf1 Qh4|C56|Italian Game: Two Knights Defense, Keidansky Variation
5|d6|C50|Italian Game: Paris Defense
5|f5|C50|Italian Game: Rousseau Gambit
5|h6|C50|Italian Game: Anti-Fried Liver Defense
4|Be2|C44|King's Pawn Game: Tayler Opening
5|Nf6 d3 d5 Nbd2|C44|King's Pawn Game: Tayler Opening, Inverted Hanham
6|d4|C44|King's Pawn Game: Tayler Opening
7|exd4 e5|C44|King's Pawn Game: Tayler Opening, Basman Gambit
4|Nc3|C46|Three Knights Opening
5|Bb4|C46|Three Knights Opening
6|Nd5 Nf6|C46|Three Knights Opening: Schlechter Variation
5|Nf6|C47|Four Knights Game
6|Bb5|C48|Four Knights Game: Spanish Variation
7|Bb4|C49|Four Knights Game: Spanish Variation, Double Spanish
8|O-O O-O Bxc6|C49|Four Knights Game: Spanish Variation, Nimzowitsch Variation
10|d3|C49|Four Knights Game: Spanish Variation, Double Spanish
11|Bxc3|C49|Four Knights Game: Spanish Variation
12|bxc3 d5|C49|Four Knights Game: Spanish Variation, Svenonius Variation
13|d6 Re1|C49|Four Knights Game: Spanish Variation, Janowski Variation
11|Qe7 Ne2 d5|C49|Four Knights Game: Spanish Variation, Alatortsev Variation
11|d6|C49|Four Knights Game: Spanish Variation, Symmetrical Variation
12|Bg5 Bxc3 bxc3 Qe7|C49|Four Knights Game: Spanish Variation, Symmetrical Variation, Metger Unpin
16|Re1 Nd8 d4 Bg4|C49|Four Knights Game: Spanish Variation, Symmetrical Variation
13|Ne7|C49|Four Knights Game: Spanish Variation, Symmetrical Variation
14|Nh4 c6 Bc4 d5 Bb3 Qd6|C49|Four Knights Game: Spanish Variation, Symmetrical Variation, Blake Variation
12|Ne2|C49|Four Knights Game: Spanish Variation, Symmetrical Variation
7|Bc5|C48|Four Knights Game: Spanish Variation, Classical Variation
8|O-O O-O Nxe5 Nxe5 d4 Bd6 f4 Nc6 e5 Bb4|C48|Four Knights Game: Spanish Variation, Bardeleben Variation
7|Nd4|C48|Four Knights Game: Spanish Variation, Rubinstein Variation
8|Ba4 Bc5 Nxe5 O-O|C48|Four Knights Game: Spanish Variation, Rubinstein Variation, Marshall Gambit
8|Be2|C48|Four Knights Game: Spanish Variation, Rubinstein Variation
9|Nxf3+ Bxf3 Bc5 O-O O-O d3 d6 Na4 Bb6|C48|Four Knights Game: Spanish Variation, Rubinstein Variation, Maróczy Variation
8|Nxd4|C48|Four Knights Game: Spanish Variation, Rubinstein Variation Accepted
8|Nxe5 Bc5 O-O O-O|C48|Four Knights Game: Spanish Variation, Rubinstein Variation, Marshall Variation
7|a6 Bxc6|C48|Four Knights Game: Spanish Variation, Ranken Variation
9|dxc6 Nxe5 Nxe4 Nxe4 Qd4 O-O Qxe5 Re1 Be6 d4 Qd5|C48|Four Knights Game: Spanish Variation, Spielmann Variation
6|Nd5|C47|Four Knights Game: Naroditsky Variation
6|Nxe5|C47|Four Knights Game: Halloween Gambit
7|Nxe5 d4 Nc6 d5 Ne5 f4 Ng6 e5 Ng8 d6 cxd6 exd6 Qf6 Nb5 Rb8|C47|Four Knights Game: Halloween Gambit, Plasma Variation
9|Ng6 e5 Ng8 Bc4 Bb4 Qf3 f5|C47|Four Knights Game: Halloween Gambit, Oldtimer Variation
6|a3|C47|Four Knights Game: Gunsberg Variation
7|d6 h3|C47|Four Knights Game: Gunsberg Variation, Provincial Opening
6|d4|C47|Four Knights Game: Scotch Variation
7|Bb4 Nxe5|C47|Four Knights Game: Scotch Variation, Krause Gambit
9|Qe7|C47|Four Knights Game: Scotch Variation, Krause Gambit, Leonhardt Defense
8|d5 Nd4|C47|Four Knights Game: Scotch Variation, Oxford Gambit
7|exd4|C47|Four Knights Game: Scotch Variation Accepted
8|Nd5|C47|Four Knights Game: Scotch Variation, Belgrade Gambit
9|Nxe4 Qe2 f5|C47|Four Knights Game: Scotch Variation, Belgrade Gambit, Modern Defense
8|Nxd4 Bb4 Nxc6 bxc6 Bd3 d5 exd5 O-O O-O|C47|Four Knights Game: Scotch Variation Accepted, Main Line
9|Nxe4|C47|Four Knights Game: Scotch Variation, Schmid Defense
6|g3|C47|Four Knights Game: Glek System
7|d5 exd5 Nxd5 Bg2 Nxc3 bxc3|C47|Four Knights Game: Glek System
5|f5|C46|Three Knights Opening: Winawer Defense
5|g6|C46|Three Knights Opening: Steinitz Defense
6|d4 exd4 Nd5|C46|Three Knights Opening: Steinitz-Rosenthal Variation
4|Nxe5|C44|Irish Gambit
5|Nxe5 d4|C44|King's Pawn Game: Schulze-Müller Gambit
4|b4|C44|King's Pawn Game: Pachman Wing Gambit
4|c3|C44|Ponziani Opening
5|Be7|C44|Ponziani Opening: Romanishin Variation
5|Nf6|C44|Ponziani Opening: Jaenisch Counterattack
6|Bc4|C44|Ponziani Opening: Neumann Gambit
6|d3|C44|Ponziani Opening: Jaenisch Counterattack
7|d5|C44|Ponziani Opening: Jaenisch Counterattack
8|Nbd2|C44|Ponziani Opening: Jaenisch Counterattack
6|d4 Nxe4 d5 Bc5|C44|Ponziani Opening: Vukovic Gambit
5|Nge7|C44|Ponziani Opening: Réti Variation
5|d5 Bb5|C44|Ponziani Opening: Spanish Variation
7|dxe4 Nxe5 Qd5 Qa4|C44|Ponziani Opening: Spanish Variation, Harrwitz Attack, Nikitin Gambit
6|Qa4 Bd7|C44|Ponziani Opening: Caro Gambit
7|Nf6|C44|Ponziani Opening: Leonhardt Variation
7|f6|C44|Ponziani Opening: Steinitz Variation
5|f5|C44|Ponziani Opening: Ponziani Countergambit
6|d4 d6 d5|C44|Ponziani Opening: Ponziani Countergambit, Schmidt Attack
4|c4|C44|King's Pawn Game: Dresden Opening
5|Nf6 Nxe5|C44|Dresden Opening: The Goblin
4|d3 f5 exf5|C44|Latvian Gambit: Clam Gambit
4|d4|C44|Scotch Game
5|Nxd4|C44|Scotch Game: Lolli Variation
6|Nxd4 exd4 Bc4|C44|Scotch Game: Napoleon Gambit
8|Qxd4|C44|Scotch Game: Lolli Variation
5|exd4|C44|Scotch Game
6|Bb5|C44|Scotch Game: Relfsson Gambit
6|Bc4|C44|Scotch Game: Scotch Gambit
7|Bb4+|C44|Scotch Game: Scotch Gambit, London Defense
8|c3 dxc3 O-O cxb2 Bxb2 Nf6 Ng5 O-O e5 Nxe5|C44|Scotch Game: Hanneken Variation
10|bxc3 Ba5 e5|C44|Scotch Game: Cochrane Variation
7|Bc5|C44|Scotch Game: Haxo Gambit
8|Ng5|C44|Scotch Game: Scotch Gambit, Sarratt Variation
9|Nh6 Nxf7 Nxf7 Bxf7+ Kxf7 Qh5+ g6 Qxc5 d5|C44|Scotch Game: Cochrane-Shumov Defense
10|Qh5|C44|Scotch Game: Vitzthum Attack
8|O-O Nf6 e5 d5 exf6 dxc4 Re1+ Be6 Ng5 g6|C56|Italian Game: Two Knights Defense, Max Lange Attack, Loman Defense
9|d6 c3 Bg4|C44|Scotch Game: Scotch Gambit, Cochrane-Anderssen Variation
7|Nf6 O-O Bc5|C56|Italian Game: Scotch Gambit, Max Lange Attack
10|e5|C56|Italian Game: Two Knights Defense, Max Lange Attack
11|Ng4|C56|Italian Game: Scotch Gambit, Max Lange Attack, Spielmann Defense
11|d5 exf6 dxc4 Re1+ Be6 Ng5 Qd5 Nc3 Qf5 Nce4|C56|Italian Game: Scotch Gambit, Max Lange Attack, Long Variation
9|Be7|C56|Italian Game: Scotch Gambit, de Riviere Defense
9|Nxe4 Re1 d5 Bxd5 Qxd5 Nc3 Qa5 Nxe4 Be6 Bg5 h6 Bh4 g5 Nf6+ Ke7 b4|C56|Italian Game: Two Knights Defense, Yurdansky Attack
12|Nc3|C56|Italian Game: Scotch Gambit, Canal Variation
9|d6|C56|Italian Game: Scotch Gambit, Janowski Defense
8|e5|C44|Scotch Game: Scotch Gambit, Advance Variation
6|Nxd4|C45|Scotch Game
7|Bb4+|C45|Scotch Game: Malaniuk Variation
7|Bc5|C45|Scotch Game: Classical Variation
8|Be3 Qf6 Nb5|C45|Scotch Game: Blumenfeld Attack
10|c3 Nge7 Bb5|C45|Scotch Game: Paulsen Attack
13|Nd8|C45|Scotch Game: Paulsen, Gunsberg Defense
12|Nc2|C45|Scotch Game: Meitner Variation
12|Qd2|C45|Scotch Game: Classical Variation, Blackburne Attack
13|d5 Nb5 Bxe3 Qxe3 O-O Nxc7 Rb8 Nxd5 Nxd5 exd5 Nb4|C45|Scotch Game: Gottschall Variation
11|Qg6|C45|Scotch Game: Classical Variation, Millennium Variation
8|Nb3|C45|Scotch Game: Potter Variation
9|Bb4+|C45|Scotch Game: Romanishin Variation
8|Nxc6 Qf6|C45|Scotch Game: Classical Variation, Intermezzo Variation
7|Nf6|C45|Scotch Game: Schmidt Variation
8|Nxc6 bxc6 Nd2|C45|Scotch Game: Tartakower Variation
10|e5|C45|Scotch Game: Mieses Variation
8|e5|C45|Scotch Game: Alekhine Gambit
7|Nxd4 Qxd4 d6 Bd3|C45|Scotch Game: Ghulam-Kassim Variation
7|Qh4|C45|Scotch Game: Steinitz Variation
8|Be3|C45|Scotch Game: Braune Variation
8|Nb5|C45|Scotch Game: Horwitz Attack
9|Bb4+ Bd2|C45|Scotch Game
11|Qxe4+ Be2 Kd8 O-O Bxd2 Nxd2 Qg6|C45|Scotch Game: Rosenthal Variation
16|Qxd2|C45|Scotch Game: Horwitz Attack, Blackburne Variation
8|Nc3|C45|Scotch Game: Steinitz Variation
9|Bb4|C45|Scotch Game: Modern Defense
8|Nf3|C45|Scotch Game: Fraser Variation
8|Nf5|C45|Scotch Game: Paulsen Variation
6|c3|C44|Scotch Game: Göring Gambit
7|d5|C44|Scotch Game: Scotch Gambit, Göring Gambit Declined
7|dxc3 Bc4|C44|Scotch Game: Göring Gambit, Double Pawn Sacrifice
9|Nf6 Nxc3 Bb4|C44|Scotch Game: Göring Gambit, Bardeleben Variation
8|Nxc3 Bb4|C44|Scotch Game: Göring Gambit, Main Line
9|d6 Bc4 Bg4 O-O Ne5 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#|C44|Scotch Game: Sea-Cadet Mate
4|g3|C44|King's Knight Opening: Konstantinopolsky
3|Nf6|C42|Petrov's Defense
4|Bc4|C42|Petrov's Defense: Italian Variation
5|Nxe4 Nc3|C27|Bishop's Opening: Boden-Kieseritzky Gambit
7|d5|C27|Bishop's Opening: Boden-Kieseritzky Gambit, Lichtenhein Defense
4|Nc3|C42|Petrov's Defense: Three Knights Game
5|Nc6 Bb5 Bb4 O-O O-O Nd5 Nxd5 exd5 e4|C49|Four Knights Game: Spanish Variation, Gunsberg Counterattack
10|d3 d6 Bg5 Be6|C49|Four Knights Game: Spanish Variation, Symmetrical Variation, Tarrasch Variation
7|Nd4 Nxe5 Qe7 f4|C48|Four Knights Game: Spanish Variation, Rubinstein Variation
8|O-O|C48|Four Knights Game: Spanish Variation, Rubinstein Variation, Henneberger Variation
4|Nxe5|C42|Petrov's Defense
5|Nc6|C42|Petrov's Defense: Stafford Gambit
6|Nxc6 dxc6|C42|Petrov's Defense: Stafford Gambit Accepted
8|Nc3 Bc5|C42|Petrov's Defense: Stafford Gambit Accepted
8|d3 Bc5|C42|Petrov's Defense: Stafford Gambit Accepted
5|Nxe4|C42|Petrov's Defense: Damiano Variation
6|Qe2 Qe7|C42|Petrov's Defense: Damiano Variation, Kholmov Gambit
5|d6|C42|Petrov's Defense
6|Nc4|C42|Petrov's Defense: Paulsen Attack
6|Nd3|C42|Petrov's Defense: Karklins-Martinovsky Variation
6|Nf3|C42|Petrov's Defense
7|Nxe4|C42|Petrov's Defense
8|Bd3|C42|Petrov's Defense: Millennium Attack
8|Nc3|C42|Petrov's Defense: Nimzowitsch Attack
8|Qe2|C42|Petrov's Defense: Cozio Attack
8|c4|C42|Petrov's Defense: Kaufmann Attack
8|d3|C42|Petrov's Defense: French Attack
8|d4|C42|Petrov's Defense: Classical Attack
9|Nf6|C42|Petrov's Defense: Classical Attack, Closed Variation
9|d5 Bd3 Bd6|C42|Petrov's Defense: Classical Attack, Marshall Variation
12|O-O O-O c4 Bg4|C42|Petrov's Defense: Classical Attack, Tarrasch Variation
16|cxd5 f5 Re1 Bxh2+|C42|Petrov's Defense: Classical Attack, Marshall Trap
15|c6|C42|Petrov's Defense: Classical Attack, Staunton Variation
16|Re1 Bg4|C42|Petrov's Defense: Classical Attack, Marshall Variation, Chinese Gambit
11|Be7 O-O Nc6 Re1|C42|Petrov's Defense: Classical Attack, Chigorin Variation
15|Bg4 c3 f5 Nbd2|C42|Petrov's Defense: Classical Attack, Berger Variation
18|c4 Bh4|C42|Petrov's Defense: Classical Attack, Maróczy Variation
13|O-O|C42|Petrov's Defense: Classical Attack, Mason Variation
11|Nc6|C42|Petrov's Defense: Classical Attack, Mason-Showalter Variation
12|O-O Be7 Re1 Bg4 c3 f5 c4|C42|Petrov's Defense: Classical Attack, Krause Variation
14|c4|C42|Petrov's Defense: Classical Attack, Jaenisch Variation
15|Nb4 Be2|C42|Petrov's Defense: Classical Attack, Chigorin Variation, Main Line
16|cxd5|C42|Petrov's Defense: Classical Attack, Chigorin Variation, Browne Attack
6|Nxf7|C42|Petrov's Defense: Cochrane Gambit
7|Kxf7 Bc4+|C42|Petrov's Defense: Cochrane Gambit, Bishop Check Line
8|d4|C42|Petrov's Defense: Cochrane Gambit, Center Variation
4|Qe2 Nc6 d4|C42|Petrov's Defense: Moody Gambit
4|d4|C43|Petrov's Defense: Modern Attack
5|Nxe4 Bd3|C43|Petrov's Defense: Modern Attack, Center Variation
7|Nc6|C43|Petrov's Defense: Modern Attack, Murrey Variation
7|d5 Nxe5 Bd6 O-O O-O c4 Bxe5|C43|Petrov's Defense: Modern Attack, Trifunovic Variation
5|d5|C43|Petrov's Defense: Modern Attack, Symmetrical Variation
5|exd4|C43|Petrov's Defense: Modern Attack
6|e5 Ne4 Bb5|C43|Petrov's Defense: Modern Attack, Tal Gambit
8|Qe2|C43|Petrov's Defense: Modern Attack, Steinitz Variation
9|Nc5 Nxd4 Nc6|C43|Petrov's Defense: Modern Attack, Bardeleben Variation
8|Qxd4|C43|Petrov's Defense: Modern Attack, Center Attack
3|Qe7|C40|Gunderam Defense
4|Bc4 f5|C40|King's Pawn Game: Gunderam Defense, Gunderam Gambit
3|Qf6|C40|King's Pawn Game: McConnell Defense
4|Bc4 Qg6 O-O|C40|King's Pawn Game: La Bourdonnais Gambit
3|c6|C40|King's Pawn Game: Gunderam Gambit
3|d5|C40|Elephant Gambit
4|Nxe5 dxe4 Bc4 Qg5|C40|Elephant Gambit: Wasp Variation
4|exd5 Bd6|C40|Elephant Gambit: Maróczy Gambit
5|e4|C40|Elephant Gambit: Paulsen Countergambit
3|d6|C41|Philidor Defense
4|Bc4|C41|Philidor Defense
5|Be7|C41|Philidor Defense
6|c3|C41|Philidor Defense: Steinitz Variation
5|f5|C41|Philidor Defense: Lopez Countergambit
4|d4|C41|Philidor Defense
5|Bd7|C41|Philidor Defense: Philidor Gambit
5|Bg4 dxe5 Nd7|C41|Philidor Defense: Albin-Blackburne Gambit
5|Nd7|C41|Philidor Defense: Hanham Variation
6|Bc4 Nb6|C41|Philidor Defense: Hanham Variation, Sharp Variation
7|c6 Nc3|C41|Philidor Defense: Hanham Variation, Schlechter Variation
8|Ng5|C41|Philidor Defense: Hanham, Kmoch Variation
8|O-O|C41|Philidor Defense: Hanham Variation, Krause Variation
9|Be7 dxe5|C41|Philidor Defense: Hanham Variation, Steiner Variation
8|c3|C41|Philidor Defense: Hanham Variation, Delmar Variation
6|Nc3 Ngf6 g4|C41|Philidor Defense: Lion Variation, Shirov Gambit
5|Nf6|C41|Philidor Defense: Nimzowitsch Variation
6|Bc4|C41|Philidor Defense: Nimzowitsch Variation, Klein Variation
6|Nc3 Nbd7|C41|Philidor Defense: Lion Variation
8|Bc4 Be7 Bxf7+|C41|Philidor Defense: Lion Variation, Bishop Sacrifice
10|Ng5 O-O Bxf7+|C41|Philidor Defense: Nimzowitsch, Larobok Variation
13|Rxf7 Ne6|C41|Philidor Defense: Lion Variation, Forcing Line
10|O-O h6|C41|Philidor Defense: Lion Variation, Lion's Claw, with Bc4 and h6
8|Be2 Be7 O-O c6|C41|Philidor Defense: Lion Variation, Lion's Claw, with Be2 and c6
6|Ng5|C41|Philidor Defense: Nimzowitsch, Locock Variation
6|dxe5|C41|Philidor Defense: Nimzowitsch Variation
7|Nxe4 Nbd2|C41|Philidor Defense: Nimzowitsch Variation, Sokolsky Variation
8|Qd5|C41|Philidor Defense: Nimzowitsch Variation, Rellstab Variation
5|exd4|C41|Philidor Defense: Exchange Variation
6|Bc4|C41|Philidor Defense: Morphy Gambit
6|Nxd4|C41|Philidor Defense: Exchange Variation
7|Nf6|C41|Philidor Defense: Exchange Variation
8|Nc3 Be7 Be2 O-O O-O c5 Nf3 Nc6 Bg5 Be6 Re1|C41|Philidor Defense: Berger Variation
7|d5 exd5|C41|Philidor Defense: Paulsen Attack
7|g6|C41|Philidor Defense: Larsen Variation
6|Qxd4 Bd7|C41|Philidor Defense: Boden Variation
6|c3|C41|Philidor Defense: Bird Gambit
5|f5|C41|Philidor Defense: Philidor Countergambit
6|Bc4 exd4 Ng5 Nh6 Nxh7|C41|Philidor Defense: Lopez Countergambit, Jaenisch Variation
6|Nc3|C41|Philidor Defense: Philidor Countergambit, Zukertort Variation
6|dxe5 fxe4 Ng5 d5 e6|C41|Philidor Defense: Philidor Countergambit, del Rio Attack
11|Bc5 Nc3|C41|Philidor Defense: Philidor Countergambit, Berger Variation
3|f5|C40|Latvian Gambit
4|Bc4|C40|Latvian Gambit: Mayet Attack
5|Nf6|C40|Latvian Gambit: Mayet Attack, Morgado Defense
5|b5|C40|Latvian Gambit: Mayet Attack, Strautins Gambit
5|fxe4 Nxe5 Nf6|C40|Latvian Gambit: Corkscrew Countergambit
7|Qg5 Nf7 Qxg2 Rf1 d5 Nxh8 Nf6|C40|Latvian Gambit: Behting Variation
8|d4 Qxg2|C40|Latvian Gambit: Mayet Attack, Poisoned Pawn Variation
7|d5|C40|Latvian Gambit: Mayet Attack, Polerio-Svedenborg Variation
4|Nc3|C40|Latvian Gambit: Mlotkowski Variation
4|Nxe5 Nc6|C40|Latvian Gambit: Fraser Defense
5|Nf6 Bc4 fxe4 Nf7 Qe7 Nxh8 d5|C40|Latvian Gambit: Corkscrew Gambit
5|Qe7|C40|Latvian Gambit: Greco Variation
5|Qf6 Nc4|C40|Latvian Gambit Accepted: Foltys-Leonhardt Variation
7|fxe4 Nc3|C40|Latvian Gambit Accepted: Leonhardt Variation
8|d3|C40|Latvian Gambit Accepted: Foltys Variation
6|d4|C40|Latvian Gambit Accepted: Main Line
7|d6 Nc4|C40|Latvian Gambit Accepted: Bilguer Variation
9|fxe4 Be2|C40|Latvian Gambit Accepted: Bronstein Attack
10|Ne3|C40|Latvian Gambit Accepted: Nimzowitsch Attack
10|Qh5+ g6 Qe2|C40|Latvian Gambit Accepted: Bronstein Gambit
4|b4|C40|Latvian Gambit: Senechaud Gambit
4|c4|C40|Latvian Gambit: Diepstraten Countergambit
4|d4|C40|Latvian Gambit: Mason Countergambit
4|exf5|C40|Latvian Gambit Accepted
4|g4|C40|Latvian Gambit: Lobster Gambit
3|f6|C40|King's Pawn Game: Damiano Defense
4|Nxe5 Qe7 Nf3 d5|C40|King's Pawn Game: Damiano Defense, Damiano Gambit, Chigorin Gambit
5|fxe5 Qh5+ g6 Qxe5+ Qe7 Qxh8|C40|King's Pawn Game: Damiano Defense, Damiano Gambit
2|Qe2 Nc6 c3 Nf6 Nf3 Bc5 d4 exd4 cxd4 Nxd4|C20|King's Pawn Opening: Van Hooydoon Gambit
2|Qf3|C20|King's Pawn Game: Napoleon Attack
2|Qg4 Nf6 Qf5|C20|King's Pawn Opening: Speers
2|Qh5|C20|King's Pawn Game: Wayward Queen Attack
3|Nc6 Bc4 Nh6 d3 g6 Qf3 f6 Ne2 d5|C20|King's Pawn Game: Wayward Queen Attack, Mellon Gambit
3|Nf6|C20|King's Pawn Game: Wayward Queen Attack, Kiddie Countergambit
2|a3|C20|King's Pawn Game: Mengarini's Opening
2|b3|C20|King's Pawn Opening
2|c3|C20|King's Pawn Game: MacLeod Attack
3|d5 Qh5 Bd6|C20|King's Pawn Game: MacLeod Attack, Norwalde Gambit
3|f5|C20|King's Pawn Game: MacLeod Attack, Lasa Gambit
2|c4|C20|English Opening: The Whale
3|d5|C20|King's Pawn Game: Bavarian Gambit
2|d3|C20|King's Pawn Game: Leonardis Variation
3|Nf6 f4 Bc5|C20|King's Pawn Game: Clam Variation, Radisch Gambit
3|d5 exd5 c6 dxc6 Nxc6|C20|King's Pawn Game: Weber Gambit
3|f5|C20|King's Pawn Game: Clam Variation, King's Gambit Reversed
2|d4|C20|Center Game
3|d5|C20|King's Pawn Game: Beyer Gambit
3|d6 dxe5 Bd7|C20|King's Pawn Game: Philidor Gambit
3|exd4|C21|Center Game Accepted
4|Bc4|C21|Center Game: von der Lasa Gambit
4|Bd3|C21|Center Game: Ross Gambit
4|Nf3|C21|Center Game: Kieseritzky Variation
5|Bc5 c3|C21|Center Game: Lanc-Arnold Gambit
7|dxc3 Bc4|C21|Center Game: Lanc-Arnold Gambit, Schippler Gambit
5|c5|C21|Center Game: Kieseritzky Variation
6|Bc4|C21|Center Game: Kieseritzky Variation
4|Qxd4|C21|Center Game
5|Nc6|C22|Center Game: Normal Variation
6|Qc4|C22|Center Game: Hall Variation
6|Qe3|C22|Center Game: Paulsen Attack Variation
7|Bb4+ c3 Be7|C22|Center Game: Charousek Variation
7|Nf6|C22|Center Game: Berger Variation
8|Nc3 Bb4 Bd2 O-O O-O-O Re8 Bc4 d6 Nh3|C22|Center Game: Kupreichik Variation
7|f5|C22|Center Game: l'Hermet Variation
4|c3|C21|Danish Gambit
5|Ne7|C21|Danish Gambit Accepted: Svenonius Defense
5|d5|C21|Danish Gambit Declined: Sörensen Defense
5|dxc3|C21|Danish Gambit Accepted
6|Bc4 cxb2 Bxb2 Bb4+|C21|Danish Gambit Accepted: Copenhagen Defense
9|Nf6|C21|Danish Gambit Accepted: Classical Defense
9|Qe7|C21|Danish Gambit Accepted: Chigorin Defense
9|d5|C21|Danish Gambit Accepted: Schlechter Defense
4|f4|C21|Center Game: Halasz-McDonnell Gambit
5|Bc5 Nf3 Nc6 c3|C21|Center Game: Halasz-McDonnell Gambit, Crocodile Variation
2|f3|C20|King's Pawn Game: King's Head Opening
3|Nf6 Nc3|C20|King's Pawn Game: King's Head Opening
2|f4|C30|King's Gambit
3|Bc5|C30|King's Gambit Declined: Classical Variation
4|Nf3 d6 Nc3 Nd7|C30|King's Gambit Declined: Classical, Hanham Variation
6|b4|C30|King's Gambit Declined: Classical Variation, Rotlewi Countergambit
6|c3|C30|King's Gambit Declined: Classical Variation
7|Bg4 fxe5 dxe5 Qa4+|C30|King's Gambit Declined: Classical Variation, Euwe Attack
7|f5|C30|King's Gambit Declined: Classical Variation, Rubinstein Countergambit
8|fxe5 dxe5 d4 exd4 Bc4|C30|King's Gambit Declined: Classical, Réti Variation
6|fxe5|C30|King's Gambit Declined: Classical, Soldatenkov Variation
5|g5|C30|King's Gambit Declined: Senechaud Countergambit
4|Qh5|C30|King's Gambit Declined: Classical Variation, Walthoffen Attack
3|Nc6|C30|King's Gambit Declined: Queen's Knight Defense
4|Nf3 f5|C30|King's Gambit Declined: Miles Defense
5|g5|C30|King's Gambit Declined: Zilbermints Double Gambit
6|fxg5 h6|C30|King's Gambit Declined: Hobbs-Zilbermints Gambit
3|Nf6|C30|King's Gambit Declined: Petrov's Defense
3|Qf6|C30|King's Gambit Declined: Norwalde Variation
4|Nc3 Qxf4 Nf3 Bb4 Bc4|C30|King's Gambit Declined: Norwalde Variation, Bücker Gambit
6|d4|C30|King's Gambit Declined: Norwalde Variation, Schubert Variation
3|Qh4+|C30|King's Gambit Declined: Keene's Defense
4|g3|C30|King's Gambit Declined: Keene's Defense
5|Qe7|C30|King's Gambit Declined: Keene Defense
3|d5|C31|King's Gambit Declined: Falkbeer Countergambit
4|Nc3|C31|King's Gambit Declined: Falkbeer Countergambit, Milner-Barry Variation
5|dxe4 Nxe4|C31|Van Geet Opening: Grünfeld Defense, Steiner Gambit
4|Nf3|C31|King's Gambit Declined: Falkbeer Countergambit, Blackburne Attack
4|d4|C31|King's Gambit Declined: Falkbeer Countergambit, Hinrichsen Gambit
4|exd5|C31|King's Gambit Declined: Falkbeer Countergambit Accepted
5|Bc5|C31|King's Gambit Declined: Falkbeer Countergambit, Miles Gambit
5|c6|C31|King's Gambit Declined: Falkbeer Countergambit, Nimzowitsch-Marshall Countergambit
6|dxc6 Bc5|C31|King's Gambit Declined: Falkbeer Countergambit, Pickler Gambit
5|e4|C31|King's Gambit Declined: Falkbeer Countergambit, Staunton Line
6|Bb5+|C31|King's Gambit Declined: Falkbeer Countergambit, Anderssen Attack
6|Nc3 Nf6 Qe2|C31|King's Gambit Declined: Falkbeer Countergambit, Rubinstein Variation
6|d3|C31|King's Gambit Declined: Falkbeer Countergambit, Charousek Gambit
7|Nf6 Nd2|C32|King's Gambit Declined: Falkbeer Countergambit, Charousek Gambit, Keres Variation
8|Qe2|C32|King's Gambit Declined: Falkbeer Countergambit, Charousek Gambit, Old Line
8|dxe4|C32|King's Gambit Declined: Falkbeer Countergambit, Charousek Gambit Accepted
9|Nxe4 Nf3 Bc5 Qe2 Bf2+ Kd1 Qxd5+ Nfd2|C32|King's Gambit Declined: Falkbeer Countergambit, Alapin Variation
13|Bf5|C32|King's Gambit Declined: Falkbeer Countergambit, Charousek Gambit, Main Line
14|g4 O-O|C32|King's Gambit Declined: Falkbeer Countergambit, Tarrasch Variation
10|Qe2|C32|King's Gambit Declined: Falkbeer Countergambit, Charousek Gambit
11|Qxd5 Nd2 f5 g4|C32|King's Gambit Declined: Falkbeer Countergambit, Charousek Variation
5|exf4|C31|King's Gambit Declined: Falkbeer Countergambit, Modern Transfer
3|exf4|C33|King's Gambit Accepted
4|Bb5|C33|King's Gambit Accepted: Schurig Gambit, with Bb5
4|Bc4|C33|King's Gambit Accepted: Bishop's Gambit
5|Nc6|C33|King's Gambit Accepted: Bishop's Gambit, Maurian Defense
5|Ne7|C33|King's Gambit Accepted: Bishop's Gambit, Steinitz Defense
5|Nf6|C33|King's Gambit Accepted: Bishop's Gambit, Cozio Defense
6|Nc3|C33|King's Gambit Accepted: Bishop's Gambit, Bogoljubow Variation
7|Bb4 e5|C33|King's Gambit Accepted: Bishop's Gambit, Paulsen Attack
7|c6|C33|King's Gambit Accepted: Bishop's Gambit, Bogoljubow Defense
5|Qh4+ Kf1 Bc5|C33|King's Gambit Accepted: Bishop's Gambit, Greco Variation
7|Nc6|C33|King's Gambit Accepted: Bishop's Gambit, Boden Variation
7|Ne7 Nc3 g5 d4 Bg7|C33|King's Gambit Accepted: Bishop's Gambit, Classical Defense
7|Nf6|C33|King's Gambit Accepted: Bishop's Gambit, First Jaenisch Variation
7|b5|C33|King's Gambit Accepted: Bishop's Gambit, Bryan Countergambit
7|d5 Bxd5 g5 g3|C33|King's Gambit Accepted: Bishop's Gambit, Chigorin's Attack
7|d6|C33|King's Gambit Accepted: Bishop's Gambit, Cozio Variation
7|g5|C33|King's Gambit Accepted: Bishop's Gambit, Lopez Variation
8|Nc3 Bg7 d4 Ne7 g3|C33|King's Gambit Accepted: Bishop's Gambit, McDonnell Attack
11|d6 e5|C33|King's Gambit Accepted: Bishop's Gambit, Grimm Attack
10|g3|C33|King's Gambit Accepted: Bishop's Gambit, McDonnell Attack
11|fxg3 Qf3|C33|King's Gambit Accepted: Bishop's Gambit, Fraser Variation
8|Qf3|C33|King's Gambit Accepted: Bishop's Gambit, Classical Defense, Cozio Attack
5|b5|C33|King's Gambit Accepted: Bishop's Gambit, Kieseritzky Gambit
5|c6|C33|King's Gambit Accepted: Bishop's Gambit, Lopez Defense
5|d5|C33|King's Gambit Accepted: Bishop's Gambit, Bledow Variation
6|Bxd5 Nf6|C33|King's Gambit Accepted: Bishop's Gambit, Bledow Countergambit
7|Qh4+ Kf1 Bd6|C33|King's Gambit Accepted: Bishop's Gambit, Boren-Svenonius Variation
7|c6|C33|King's Gambit Accepted: Bishop's Gambit, Anderssen Variation
5|f5|C33|King's Gambit Accepted: Bishop's Gambit, Gianutio Gambit
6|Qe2 Qh4+ Kd1 fxe4 Nc3 Kd8|C33|King's Gambit Accepted: Lopez-Gianutio Countergambit, Hein Variation
5|g5|C33|King's Gambit Accepted: Bishop's Gambit, Anderssen Defense
4|Bd3|C33|King's Gambit Accepted: Schurig Gambit, with Bd3
4|Be2|C33|King's Gambit Accepted: Tartakower Gambit
5|f5 exf5 d6|C33|King's Gambit Accepted: Tartakower Gambit, Weiss Defense
4|Kf2|C33|King's Gambit Accepted: Tumbleweed
4|Nc3|C33|King's Gambit Accepted: Mason-Keres Gambit
4|Ne2|C33|King's Gambit Accepted: Paris Gambit
4|Nf3|C34|King's Gambit Accepted: King's Knight's Gambit
5|Be7|C35|King's Gambit Accepted: Cunningham Defense
6|Bc4 Bh4+ g3|C35|King's Gambit Accepted: Cunningham Defense, Bertin Gambit
9|fxg3 O-O gxh2+ Kh1|C35|King's Gambit Accepted: Cunningham Defense, Bertin Gambit
7|Nf6|C35|King's Gambit Accepted: Cunningham Defense, McCormick Defense
5|Nc6|C34|King's Gambit Accepted: MacLeod Defense
6|Bc4 g5|C37|King's Gambit Accepted: Blachly Gambit
6|Nc3 g5 h4 g4 Ng5 h6 Nxf7 Kxf7 d4|C25|Vienna Gambit, with Max Lange Defense: Hamppe-Allgaier Gambit, Thorold Variation
5|Ne7|C34|King's Gambit Accepted: Bonsch-Osmolovsky Variation
5|Nf6|C34|King's Gambit Accepted: Schallopp Defense
6|e5 Nh5 g4|C34|King's Gambit Accepted: Schallopp Defense, Tashkent Attack
5|d5|C36|King's Gambit Accepted: Modern Defense
6|exd5|C36|King's Gambit Accepted: Modern Defense
7|Nf6|C36|King's Gambit Accepted: Abbazia Defense
8|Bb5+ c6 dxc6 bxc6 Bc4 Nd5|C36|King's Gambit Accepted: Abbazia Defense, Main Line
5|d6|C34|King's Gambit Accepted: Fischer Defense
6|Bc4 h6 d4 g5 h4 Bg7|C34|King's Gambit Accepted: Greco Gambit
6|b4|C34|King's Gambit Accepted: Fischer Defense, Schulder Gambit
6|d4 Nf6 Bd3|C34|King's Gambit Accepted: Fischer Defense, Spanish Variation
5|f5|C34|King's Gambit Accepted: Gianutio Countergambit
5|g5|C34|King's Gambit Accepted: King's Knight's Gambit
6|Bc4|C37|King's Gambit Accepted: King's Knight's Gambit
7|Bg7|C38|King's Gambit Accepted: Traditional Variation
8|O-O|C38|King's Gambit Accepted: Hanstein Gambit
8|d4 d6 c3|C38|King's Gambit Accepted: Mayet Gambit
8|h4|C38|King's Gambit Accepted: Philidor Gambit
9|h6 d4 d6 Nc3 c6 hxg5 hxg5 Rxh8 Bxh8 Ne5|C38|King's Gambit Accepted: Greco Gambit
7|d6 O-O Bg4 h3 h5 hxg4 hxg4|C37|King's Gambit Accepted: Middleton Countergambit
7|g4 Bxf7+|C37|King's Gambit Accepted: Lolli Gambit
9|Kxf7 O-O gxf3 Qxf3 Qf6 d4 Qxd4+ Be3 Qf6 Nc3|C37|King's Gambit Accepted: Lolli Gambit, Young Variation
8|Nc3|C37|King's Gambit Accepted: McDonnell Gambit
8|Ne5|C37|King's Gambit Accepted: Salvio Gambit
9|Qh4+ Kf1 Nc6|C37|King's Gambit Accepted: Salvio Gambit, Viennese Variation
11|Nf6|C37|King's Gambit Accepted: Salvio Gambit, Santa Maria Defense
11|Nh6|C37|King's Gambit Accepted: Salvio Gambit, Silberschmidt Defense
12|d4 d6|C37|King's Gambit Accepted: Salvio Gambit, Anderssen Counterattack
13|f3|C37|King's Gambit Accepted: Silberschmidt Gambit
11|f3|C37|King's Gambit Accepted: Salvio Gambit, Cochrane Gambit
8|O-O|C37|King's Gambit Accepted: Muzio Gambit, Wild Muzio Gambit
9|Qe7|C37|King's Gambit Accepted: Muzio Gambit, Kling and Horwitz Counterattack
9|d5|C37|King's Gambit Accepted: Muzio Gambit, Brentano Defense
9|gxf3 Qxf3 Nc6|C37|King's Gambit Accepted: Muzio Gambit, Holloway Defense
11|Qe7|C37|King's Gambit Accepted: Muzio Gambit Accepted, From's Defense
11|Qf6|C37|King's Gambit Accepted: Muzio Gambit, Sarratt Defense
12|Bxf7+ Kxf7 d4 Qxd4+ Be3 Qf6 Nc3 fxe3|C37|King's Gambit Accepted: Double Muzio Gambit, Young Gambit
12|Nc3|C37|King's Gambit Accepted: Double Muzio Gambit, Bello Gambit
13|Qd4+ Kh1 Qxc4 Nd5|C37|King's Gambit Accepted: Double Muzio Gambit, Baldwin Gambit
12|e5 Qxe5 Bxf7+|C37|King's Gambit Accepted: Double Muzio Gambit
14|d3 Bh6 Nc3 Ne7 Bd2 Nbc6 Rae1|C37|King's Gambit Accepted: Double Muzio Gambit, Paulsen Defense
8|d4|C37|King's Gambit Accepted: Ghulam-Kassim Gambit
9|gxf3 Bxf4|C37|King's Gambit Accepted: Kotov Gambit
10|Qxf3|C37|King's Gambit Accepted: Ghulam-Kassim Gambit
8|h4|C37|King's Gambit Accepted: Australian Gambit
6|Nc3|C37|King's Gambit Accepted: Quaade Gambit
6|d4|C37|King's Gambit Accepted: Rosentreter Gambit
7|g4 Bxf4|C37|King's Gambit Accepted: Rosentreter Gambit, Testa Variation
8|Nc3|C37|King's Gambit Accepted: Rosentreter Gambit, Sörensen Gambit
8|Ne5|C37|King's Gambit Accepted: Sörensen Gambit
9|Qh4+ g3|C37|King's Gambit Accepted: Rosentreter Gambit, Bird Gambit
6|h4|C39|King's Gambit Accepted: King's Knight's Gambit
7|g4 Ne5|C39|King's Gambit Accepted: Kieseritzky Gambit
9|Be7|C39|King's Gambit Accepted: Kieseritzky, Polerio Defense
9|Bg7|C39|King's Gambit Accepted: Kieseritzky Gambit, Paulsen Defense
9|Nc6|C39|King's Gambit Accepted: Kieseritzky Gambit, Neumann Defense
9|Nf6|C39|King's Gambit Accepted: Kieseritzky Gambit, Berlin Defense
10|Bc4 d5 exd5 Bd6|C39|King's Gambit Accepted: Kieseritzky Gambit, Anderssen Defense
14|O-O|C39|King's Gambit Accepted: Kieseritzky, Rice Gambit
15|Bxe5|C39|King's Gambit Accepted: Kieseritzky Gambit, Rice Gambit
14|d4 Nh5 Bxf4 Nxf4|C39|King's Gambit Accepted: Kieseritzky Gambit, Anderssen-Cordel Gambit
13|Bg7|C39|King's Gambit Accepted: Kieseritzky Gambit, Paulsen Defense Deferred
10|Nxg4 d5|C39|King's Gambit Accepted: Kieseritzky Gambit, Berlin Defense, de Riviere Variation
10|d4|C39|King's Gambit Accepted: Kieseritzky Gambit, Berlin Defense, Rubinstein Variation
9|Qe7|C39|King's Gambit Accepted: Kieseritzky Gambit, Rosenthal Defense
10|d4 f5 Bc4|C39|King's Gambit Accepted: Kieseritzky, Salvio Defense, Cozio Variation
9|d5|C39|King's Gambit Accepted: Kieseritzky Gambit, Brentano Defense
10|d4 Nf6 Bxf4|C39|King's Gambit Accepted: Kieseritzky Gambit, Brentano Defense
13|Nxe4 Nd2|C39|King's Gambit Accepted: Kieseritzky Gambit, Brentano Defense, Caro Variation
9|d6|C39|King's Gambit Accepted: Kieseritzky Gambit, Kolisch Defense
9|h5|C39|King's Gambit Accepted: Kieseritzky Gambit, Long Whip
10|Bc4 Rh7 d4 Bh6 Nc3|C39|King's Gambit Accepted: Kieseritzky, Long Whip Defense, Jaenisch Variation
8|Ng5|C39|King's Gambit Accepted: Allgaier Gambit
9|Nf6|C39|King's Gambit Accepted: Allgaier, Schlechter Defense
9|h6 Nxf7|C39|King's Gambit Accepted: Kieseritzky Gambit, Cotter Gambit
11|Kxf7 Bc4+|C39|King's Gambit Accepted: Allgaier Gambit, Urusov Attack
13|d5 Bxd5+ Kg7 d4|C39|King's Gambit Accepted: Allgaier, Urusov Attack
12|Nc3|C39|King's Gambit Accepted: Allgaier, Blackburne Gambit
12|Qxg4 Nf6 Qxf4 Bd6|C39|King's Gambit Accepted: Allgaier, Horny Defense
12|d4|C39|King's Gambit Accepted: Allgaier Gambit, Thorold Attack
13|d5 Bxf4 dxe4 Bc4+ Kg7 Be5+|C39|King's Gambit Accepted: Allgaier, Cook Variation
5|h5|C34|King's Gambit Accepted: Wagenbach Defense
5|h6|C34|King's Gambit Accepted: Becker Defense
6|Bc4 d6 d4 g5 h4 Bg7 Qd3|C38|King's Gambit Accepted: Philidor Gambit, Schultz Variation
4|Nh3|C33|King's Gambit Accepted: Eisenberg Variation
4|Qe2|C33|King's Gambit Accepted: Basman Gambit
4|Qf3|C33|King's Gambit Accepted: Breyer Gambit
4|Qg4|C33|King's Gambit Accepted: Dodo Variation
4|Qh5|C33|King's Gambit Accepted: Carrera Gambit
4|b3|C33|King's Gambit Accepted: Orsini Gambit
4|d4|C33|King's Gambit Accepted: Villemson Gambit
4|g3|C33|King's Gambit Accepted: Gaga Gambit
4|h4|C33|King's Gambit Accepted: Stamma Gambit
3|f5|C30|King's Gambit Declined: Panteldakis Countergambit
4|exf5 Bc5|C30|King's Gambit Declined: Panteldakis Countergambit, Schiller's Defense
5|Qh4+|C30|King's Gambit Declined: Panteldakis Countergambit, Greco Variation
5|exf4 Nf3 d5 d4 Bd6 Bd3|C30|King's Gambit Declined: Panteldakis Countergambit, Symmetrical Variation
6|Qh5+ Ke7|C30|King's Gambit Declined: Panteldakis Countergambit, Shirazi Line
7|g6 fxg6 Qe7+ Kd1|C30|King's Gambit Declined: Panteldakis Countergambit, Pawn Sacrifice Line
3|f6 fxe5 Nc6|C30|King's Gambit Declined: Soller-Zilbermints Gambit
3|g5|C30|King's Gambit Declined: Zilbermints Double Countergambit
1|e6|C00|French Defense
2|Bb5|C00|French Defense: Bird Invitation
2|Nc3|C00|French Defense: Queen's Knight
3|d5 d4 Nf6 Bg5 Bb4 e5 h6 Bd2 Bxc3 bxc3 Ne4 Qg4 Kf8 Bc1|C12|French Defense: McCutcheon Variation, Duras Variation
4|f4|C00|French Defense: Pelikan Variation
2|Nf3|C00|French Defense: Knight Variation
3|d5 Nc3|C00|French Defense: Two Knights Variation
4|e5 c5 b4|C00|French Defense: Wing Gambit
3|f5|C00|French Defense: Knight Variation, Franco-Hiva Gambit
2|Qe2|C00|French Defense: Chigorin Variation
2|b3|C00|French Defense: Horwitz Attack
3|d5 Bb2|C00|French Defense: Horwitz Attack, Papa-Ticulat Gambit
2|b4|C00|French Defense: Banzai-Leong Gambit
3|Bxb4 e5|C00|French Defense: Banzai-Leong Gambit, Pinova Gambit
2|c4|C00|French Defense: Steiner Variation
3|d5 cxd5 exd5 Qb3|C00|French Defense: Orthoschnapp Gambit
2|d3|C00|French Defense: King's Indian Attack
3|d5 Nd2 Nf6 Ngf3 Nc6 Be2|C00|French Defense: Reversed Philidor Formation
7|c5 g3 Nc6 Bg2 Be7 O-O O-O Re1|A08|King's Indian Attack: Sicilian Variation
3|f5|C00|French Defense: King's Indian Attack, Franco-Hiva Gambit
2|d4|C00|French Defense: Normal Variation
3|Nf6|C00|French Defense: Mediterranean Defense
3|a6|C00|French Defense: St. George Defense
4|Nf3 b5 Bd3 c5 c3 Bb7 O-O Nf6|C00|French Defense: St. George Defense, Traditional Line
4|c4|C00|French Defense: St. George Defense, Three Pawn Attack
5|b5|C00|French Defense: St. George Defense, Sanky-George Gambit
6|cxb5 axb5|C00|French Defense: St. George Defense, St. George Gambit
3|b5|C00|French Defense: Baeuerle Gambit
3|c5|C00|French Defense: Franco-Sicilian Defense
4|d5|A43|Benoni Defense: French Benoni
3|d5|C00|French Defense
4|Bd3|C00|French Defense: Schlechter Variation
4|Be3|C00|French Defense: Alapin Gambit
4|Nc3|C10|French Defense: Paulsen Variation
5|Bb4|C15|French Defense: Winawer Variation
6|Bd2|C15|French Defense: Winawer Variation, Fingerslip Variation
7|Ne7 Nb1|C15|French Defense: Winawer Variation, Fingerslip Variation, Schwarz's Line
7|dxe4 Qg4 Nf6 Qxg7 Rg8 Qh6|C15|French Defense: Winawer Variation, Fingerslip Variation, Main Line
9|Qxd4|C15|French Defense: Winawer Variation, Fingerslip Variation, Kunin Double Gambit
6|Bd3 c5 exd5 Qxd5 Bd2|C15|French Defense: Winawer Variation, Kondratiyev Variation
6|Ne2|C15|French Defense: Winawer Variation, Alekhine-Maróczy Gambit
7|Nf6 Bg5|C15|French Defense: McCutcheon Variation, Wolf Gambit
7|dxe4 a3 Be7 Nxe4 Nf6 N2g3 O-O Be2 Nc6|C15|French Defense: Winawer Variation, Alekhine Gambit, Alatortsev Variation
9|Bxc3+|C15|French Defense: Winawer Variation, Alekhine Gambit Accepted
10|Nxc3 Nc6|C15|French Defense: Winawer Variation, Alekhine Gambit, Kan Variation
6|a3 Bxc3+ bxc3 dxe4 f3|C15|French Defense: Winawer Variation, Winckelmann-Reimer Gambit
6|e5|C16|French Defense: Winawer Variation, Advance Variation
7|Ne7 a3 Bxc3+ bxc3 c5 a4|C19|French Defense: Winawer Variation, Advance Variation, Smyslov Variation
13|Qc7|C19|French Defense: Winawer Variation, Advance Variation, Smyslov Variation
7|Qd7|C16|French Defense: Winawer Variation, Petrosian Variation
7|c5|C17|French Defense: Winawer Variation, Advance Variation
8|Bd2|C17|French Defense: Winawer Variation, Bogoljubow Variation
9|Ne7 f4|C17|French Defense: Winawer Variation, Bogoljubow Variation, Icelandic Defense
8|Qg4|C17|French Defense: Winawer Variation, Advance Variation, Moscow Variation
8|a3|C17|French Defense: Winawer Variation, Advance Variation
9|Ba5|C17|French Defense: Winawer Variation, Retreat Variation
10|b4 cxd4|C17|French Defense: Winawer Variation, Retreat Variation, Armenian Line
9|Bxc3+ bxc3|C18|French Defense: Winawer Variation, Advance Variation
11|Nc6 Nf3 Nge7|C19|French Defense: Winawer Variation, Positional Variation
13|Qa5 Bd2 Nge7|C19|French Defense: Winawer Variation, Positional Variation
11|Ne7|C18|French Defense: Winawer Variation, Advance Variation
12|Bd3|C18|French Defense: Winawer Variation, Advance Variation, with Bd3
13|Nbc6 Nf3|C19|French Defense: Winawer Variation, Positional Variation
13|Qc7|C18|French Defense: Winawer Variation, Advance Variation, with Bd3
12|Nf3|C19|French Defense: Winawer Variation, Positional Variation
13|Qc7|C19|French Defense: Winawer Variation, Positional Variation
14|h4|C19|French Defense: Winawer Variation, Positional Variation
12|Qg4 Kf8|C18|French Defense: Winawer Variation, Eingorn Variation
13|O-O|C18|French Defense: Winawer Variation, Warsaw Variation
13|Qc7|C18|French Defense: Winawer Variation, Poisoned Pawn Variation
14|Bd3|C18|French Defense: Winawer Variation, Poisoned Pawn Variation Declined
14|Qxg7 Rg8 Qxh7 cxd4 Kd1|C18|French Defense: Winawer Variation, Poisoned Pawn Variation, Paoli Variation
18|Ne2|C18|French Defense: Winawer Variation, Poisoned Pawn Variation, Main Line
13|cxd4 Qxg7|C18|French Defense: Winawer Variation, Poisoned Pawn Variation
15|Rg8 Qxh7 Nbc6|C18|French Defense: Winawer Variation, Poisoned Pawn Variation
12|a4 Nbc6 Nf3|C19|French Defense: Winawer Variation, Positional Variation
15|Qa5 Bd2|C19|French Defense: Winawer Variation, Positional Variation
17|Bd7|C19|French Defense: Winawer Variation, Positional Variation
17|c4|C19|French Defense: Winawer Variation, Positional Variation
16|Qd2|C19|French Defense: Winawer Variation, Positional Variation
17|Bd7|C19|French Defense: Winawer Variation, Positional Variation
12|h4|C18|French Defense: Winawer Variation, Advance Variation, with h4
13|Qc7|C18|French Defense: Winawer Variation, Advance Variation, with h4
11|Qa5|C18|French Defense: Winawer Variation, Portisch-Hook Variation
11|Qc7|C18|French Defense: Winawer Variation, Classical Variation
9|cxd4 axb4 dxc3|C17|French Defense: Winawer Variation, Maróczy-Wallis Variation
12|Nf3|C17|French Defense: Winawer Variation, Advance Variation
6|exd5|C15|French Defense: Winawer Variation, Delayed Exchange Variation
7|exd5 Bd3 Ne7 Qh5|C15|French Defense: Winawer Variation, Exchange Variation, Canal Attack
5|Nc6|C10|French Defense: Hecht-Reefschläger Variation
5|Nf6|C11|French Defense: Classical Variation
6|Bd3|C11|French Defense: Classical Variation, Swiss Variation
6|Be3|C11|French Defense: Henneberger Variation
6|Bg5|C11|French Defense: Classical Variation
7|Bb4|C12|French Defense: McCutcheon Variation
8|e5|C12|French Defense: McCutcheon Variation, Advance Variation
9|h6 Bc1|C12|French Defense: McCutcheon Variation, Dr. Olland Variation
10|Bd2 Bxc3|C12|French Defense: McCutcheon Variation, Lasker Variation
12|bxc3 Ne4 Qg4 g6|C12|French Defense: McCutcheon Variation, Lasker Variation
11|Nfd7|C12|French Defense: McCutcheon Variation, Tartakower Variation
10|Be3|C12|French Defense: McCutcheon Variation, Janowski Variation
10|Bh4|C12|French Defense: McCutcheon Variation, Bernstein Variation
10|exf6|C12|French Defense: McCutcheon Variation, Chigorin Variation
11|hxg5 fxg7 Rg8 h4 gxh4 Qg4|C12|French Defense: McCutcheon Variation, Grigoriev Variation
8|exd5|C12|French Defense: McCutcheon Variation, Exchange Variation
9|Qxd5 Bxf6 gxf6 Qd2 Qa5|C12|French Defense: McCutcheon Variation, Bogoljubow Variation
7|Be7|C13|French Defense: Classical Variation, Normal Variation
8|Bxf6|C13|French Defense: Classical Variation, Richter Attack
9|Bxf6 e5 Be7 Qg4|C13|French Defense: Classical Variation, Richter Attack
8|e5 Ne4|C13|French Defense: Classical Variation, Tartakower Variation
9|Nfd7 Bxe7 Qxe7|C14|French Defense: Classical Variation
12|Bd3|C14|French Defense: Classical Variation, Tarrasch Variation
12|Nb5|C14|French Defense: Classical Variation, Alapin Variation
12|Qd2|C14|French Defense: Classical Variation, Rubinstein Variation
12|Qg4|C14|French Defense: Classical Variation, Pollock Variation
12|f4|C14|French Defense: Classical Variation, Steinitz Variation
13|O-O Nf3 c5 Qd2 Nc6 O-O-O c4|C14|French Defense: Classical Variation, Stahlberg Variation
10|h4|C13|French Defense: Alekhine-Chatard Attack
11|Bxg5 hxg5 Qxg5|C13|French Defense: Alekhine-Chatard Attack, Albin-Chatard Gambit
11|O-O|C13|French Defense: Alekhine-Chatard Attack, Spielmann Variation
11|a6|C13|French Defense: Alekhine-Chatard Attack, Maróczy Variation
11|c5|C13|French Defense: Alekhine-Chatard Attack, Breyer Variation
11|f6|C13|French Defense: Alekhine-Chatard Attack, Teichmann Variation
9|Ng8|C13|French Defense: Classical Variation, Vistaneckis Variation
10|Be3 b6|C13|French Defense: Classical Variation, Frankfurt Variation
7|dxe4|C11|French Defense: Classical Variation, Burn Variation
8|Nxe4 Be7|C13|French Defense: Classical Variation
10|Bxf6 Bxf6 Nf3 O-O|C11|French Defense: Classical Variation, Burn Variation, Main Line
11|gxf6|C11|French Defense: Classical Variation, Burn Variation, Morozevich Line
6|e5|C11|French Defense: Classical Variation, Steinitz Variation
7|Nfd7 Nce2|C11|French Defense: Classical Variation, Shirov-Anand Variation
8|Qg4|C11|French Defense: Steinitz Variation, Gledhill Attack
8|f4 c5 Nf3|C11|French Defense: Steinitz Variation
11|Nc6 Be3|C11|French Defense: Steinitz Variation, Boleslavsky Variation
10|dxc5 Bxc5 Qg4|C11|French Defense: Steinitz Variation, Bradford Attack Variation
11|Nc6|C11|French Defense: Steinitz Variation
12|a3 Bxc5 Qg4 O-O Nf3 f6|C11|French Defense: Steinitz Variation, Brodsky-Jones Variation
6|exd5|C11|French Defense: Classical Variation, Delayed Exchange Variation
7|exd5 Bg5|C01|French Defense: Exchange Variation, Svenonius Variation
5|a6 Nf3 Nf6 e5 Nfd7|C11|French Defense: Steinitz Variation
10|Bg5|C14|French Defense: Classical Variation
10|Ne2|C11|French Defense: Steinitz Variation
10|a3|C11|French Defense: Steinitz Variation
5|c5|C10|French Defense: Marshall Gambit
5|dxe4|C10|French Defense: Rubinstein Variation
6|Nxe4 Bd7 Nf3 Bc6|C10|French Defense: Rubinstein Variation, Fort Knox Variation
7|Nd7|C10|French Defense: Rubinstein Variation, Blackburne Defense
8|Nf3 Ngf6 Nxf6+ Nxf6 Ne5|C10|French Defense: Rubinstein Variation, Capablanca Line
7|Qd5|C10|French Defense: Rubinstein Variation, Maric Variation
7|e5|C10|French Defense: Rubinstein Variation, Ellis Gambit
4|Nd2|C03|French Defense: Tarrasch Variation
5|Be7|C03|French Defense: Tarrasch Variation, Morozevich Variation
5|Nc6|C03|French Defense: Tarrasch Variation, Guimard Defense
6|Ngf3 Nf6|C04|French Defense: Tarrasch Variation, Guimard Defense, Main Line
6|c3 dxe4 Nxe4 e5|C03|French Defense: Tarrasch Variation, Guimard Defense, Thunderbunny Variation
5|Nf6|C05|French Defense: Tarrasch Variation, Closed Variation
6|e5 Nfd7 Bd3 c5 c3 Nc6|C05|French Defense: Tarrasch Variation, Closed Variation
12|Ne2 cxd4 cxd4|C06|French Defense: Tarrasch Variation, Closed Variation, Main Line
15|Nb6|C06|French Defense: Tarrasch Variation, Leningrad Variation
11|b6|C05|French Defense: Tarrasch Variation, Botvinnik Variation
8|f4|C05|French Defense: Tarrasch Variation, Pawn Center Variation
5|a6|C03|French Defense: Tarrasch Variation, Modern System
5|c5|C07|French Defense: Tarrasch Variation, Open System
6|Ngf3|C07|French Defense: Tarrasch Variation, Open System, Euwe-Keres Line
6|c3|C07|French Defense: Tarrasch Variation, Open System, Süchting Line
6|exd5 Nf6|C07|French Defense: Tarrasch Variation, Open System, Shaposhnikov Gambit
7|Qxd5|C07|French Defense: Tarrasch Variation, Chistyakov Defense
8|Ngf3 cxd4 Bc4 Qd6 O-O Nf6 Nb3 Nc6 Nbxd4 Nxd4 Nxd4 a6|C07|French Defense: Tarrasch Variation, Chistyakov Defense, Modern Line
11|Qd8|C07|French Defense: Tarrasch Variation, Eliskases Variation
7|exd5|C08|French Defense: Tarrasch Variation, Open System
8|Ngf3 Nc6|C09|French Defense: Tarrasch Variation, Open System, Main Line
10|Bb5 Bd6 dxc5 Bxc5 O-O Ne7 c3|C09|French Defense: Tarrasch Variation, Open System, Main Line
9|c4|C08|French Defense: Tarrasch Variation, Open System, Advance Line
5|dxe4 Nxe4 Nd7 Nf3 Ngf6 Nxf6+ Nxf6 c3|C10|French Defense: Rubinstein Variation, Kasparov Attack
5|f5|C03|French Defense: Tarrasch Variation, Haberditz Variation
4|Nf3|C00|French Defense: Perseus Gambit
5|dxe4 Ne5|C00|French Defense: Carlson Gambit
4|Nh3|C00|French Defense: Morphy Gambit
4|Qe2 e5 f4 exf4|C00|French Defense: Hoffmann Gambit
4|c4|C00|French Defense: Diemer-Duhm Gambit
5|dxe4|C00|French Defense: Diemer-Duhm Gambit Accepted
4|e5|C02|French Defense: Advance Variation
5|Bd7|C02|French Defense: Advance Variation, Extended Bishop Swap
5|c5|C02|French Defense: Advance Variation
6|Nf3|C02|French Defense: Advance Variation, Nimzowitsch System
7|cxd4 Bd3|C02|French Defense: Advance Variation, Ruisdonk Gambit
6|Qg4|C02|French Defense: Advance Variation, Nimzowitsch Attack
7|cxd4 Nf3|C02|French Defense: Advance Variation, Nimzowitsch Gambit
6|b4|C02|French Defense: Advance Variation, Frenkel Gambit
6|c3|C02|French Defense: Advance Variation
7|Nc6|C02|French Defense: Advance Variation
8|Be3|C02|French Defense: Advance Variation, Kupreichik Variation
8|Nf3|C02|French Defense: Advance Variation, Paulsen Attack
9|Bd7|C02|French Defense: Advance Variation, Euwe Variation
9|Qb6 Bd3|C02|French Defense: Advance Variation, Milner-Barry Gambit
11|cxd4 O-O|C02|French Defense: Advance Variation, Milner-Barry Gambit, Hector Variation
13|Bd7 Re1|C02|French Defense: Advance Variation, Milner-Barry Gambit, Hector Variation
12|cxd4 Bd7 O-O|C02|French Defense: Advance Variation, Milner-Barry Gambit, Main Line
15|Nxd4 Ng5|C02|French Defense: Advance Variation, Milner-Barry Gambit, Sørensen Variation
10|a3|C02|French Defense: Advance Variation, Main Line
11|Nh6|C02|French Defense: Advance Variation, Lputian Variation
7|Qb6 Nf3 Bd7|C02|French Defense: Advance Variation, Wade Variation
6|dxc5|C02|French Defense: Advance Variation, Steinitz Variation
4|exd5|C01|French Defense: Exchange Variation
5|exd5 Nc3|C01|French Defense: Exchange Variation
7|Nf6 Bg5 Nc6|C01|French Defense: Exchange Variation, Bogoljubow Variation
6|Nf3|C01|French Defense: Exchange Variation
6|c4|C01|French Defense: Exchange Variation, Monte Carlo Variation
3|f5|C00|French Defense: Franco-Hiva Gambit
4|exf5|C00|French Defense: Franco-Hiva Gambit Accepted
2|e5|C00|French Defense: Steinitz Attack
2|f4|C00|French Defense: La Bourdonnais Variation
3|d5 Nf3 dxe4|C00|French Defense: La Bourdonnais Variation, Reuter Gambit
2|g3|C00|French Defense: Réti-Spielmann Attack
1|f5|B00|Duras Gambit
1|f6|B00|Barnes Defense
2|d4 Kf7|B00|Fried Fox Defense
3|b6 c4 Bb7|B00|Owen Defense: Unicorn Variation
1|g5|B00|Borg Defense
2|d4 Bg7|B00|Borg Defense: Borg Gambit
3|e5|B00|Borg Defense: Zilbermints Gambit
3|h6 h4 g4|B00|Borg Defense: Troon Gambit
1|g6|B06|Modern Defense
2|Bc4 Bg7 Qf3 e6 d4 Bxd4|B06|Modern Defense: Bishop Attack, Monkey's Bum
2|Nc3 Bg7 f4 c5 Nf3 Qa5|B06|Pterodactyl Defense: Austrian, Grand Prix Pterodactyl
2|Nf3 Bg7 d4 c5 Bc4 cxd4 Nxd4 Qa5+|B06|Pterodactyl Defense: Western, Siroccopteryx
2|d4 Bg7|B06|Modern Defense
4|Bc4|B06|Modern Defense: Bishop Attack
5|b5|B06|Modern Defense: Bishop Attack, Bücker Gambit
4|Bd2|B06|Modern Defense: Westermann Gambit
4|Bd3|B06|Modern Defense: Wind Gambit
4|Nc3|B06|Modern Defense: Standard Line
5|b6|B06|Modern Defense: Mongredien Defense, with Nc3
5|c5|B06|Modern Defense: Modern Pterodactyl
6|Be3|B06|Pterodactyl Defense: Eastern, Anhanguera
6|Nf3 Qa5 Bc4|B06|Pterodactyl Defense: Sicilian, Siroccopteryx
8|Be2 d6|B06|Pterodactyl Defense: Sicilian, Quetzalcoatlus
6|d5 Bxc3+ bxc3 Qa5|B06|Pterodactyl Defense: Eastern, Benoni Pteranodon
6|dxc5 Bxc3+ bxc3 Qa5|B06|Pterodactyl Defense: Eastern, Pteranodon
7|Qa5|B06|Pterodactyl Defense: Eastern, Rhamphorhynchus
5|c6 Bc4 d6 Qe2|B06|Modern Defense: Anti-Modern
6|Nf3 d6|B06|Modern Defense: Two Knights Variation, Suttles Variation
6|f4 d5 e5 h5|B06|Modern Defense: Gurgenidze Defense
5|d5|B06|Modern Defense: Lizard Defense, Mittenberger Gambit
5|d6|B06|Modern Defense: Standard Defense
6|Nf3|B06|Modern Defense: Two Knights Variation
7|c6 Bg5 Qb6 Qd2 Qxb2|B06|Modern Defense: Two Knights Variation, Suttles Variation, Tal Gambit
6|f4|B06|Modern Defense: Pseudo-Austrian Attack
4|Nf3 b6|B06|Modern Defense: Mongredien Defense, with Nf3
5|c5 Be3 Qa5+|B06|Pterodactyl Defense: Western, Anhanguera
5|d6 c3|B07|Modern Defense: Geller's System
4|c4 c5 Nc3 d6 Be3 Qa5|B06|Pterodactyl Defense: Central, Anhanguera
8|dxc5 Qa5|B06|Pterodactyl Defense: Central, Quetzalcoatlus Gambit
6|Nf3 d6 Be2 Qa5+|B06|Modern Defense: Semi-Averbakh Variation, Pterodactyl Variation Declined
6|d5 d6 Nc3 Qa5|B06|Pterodactyl Defense: Central, Benoni Quetzalcoatlus
5|d5 exd5 c6 dxc6 Bxd4|B06|Modern Defense: Dunworthy Variation
4|f4|B06|Modern Defense: Three Pawns Attack
5|c5 Nf3 Qa5+|B06|Pterodactyl Defense: Austrian, Austriadactylus Western
6|c3 Qa5|B06|Pterodactyl Defense: Austrian, Pteranodon
4|g3 c5 Nf3 Qa5+|B06|Pterodactyl Defense: Fianchetto, King Pterodactyl
6|dxc5 Qa5+|B06|Pterodactyl Defense: Fianchetto, Rhamphorhynchus
3|Nf6|B06|Modern Defense: Norwegian Defense
4|e5 Nh5 Be2 d6|B06|Modern Defense: Norwegian Defense, Norwegian Gambit
3|Nh6 Nc3 f5 Bxh6 Bxh6 exf5 O-O|B06|Modern Defense: Masur Gambit
3|d6 Nc3 c6|B06|Rat Defense: Accelerated Gurgenidze
3|f5|B06|Modern Defense: Fianchetto Gambit
1|h5|B00|Goldsmith Defense
2|d4 Nf6|B00|Goldsmith Defense: Picklepuss Defense
1|h6|B00|Carr Defense
2|d4 e5|B00|Carr Defense: Zilbermints Gambit
0|f3|A00|Barnes Opening
1|d5 e4 g6 d4 dxe4 c3|A00|Barnes Opening: Gedult Gambit
1|e5 Kf2|A00|Barnes Opening: Hammerschlag
2|e4 Nf6 Bc4|C20|Barnes Opening: Walkerling
2|g4 Qh4#|A00|Barnes Opening: Fool's Mate
1|f5 e4 fxe4 Nc3|A00|Barnes Opening: Gedult Gambit
0|f4|A02|Bird Opening
1|Nf6 Nf3 g6 b4|A02|Bird Opening: Batavo-Polish Attack
2|c4|A02|Bird Opening: Mujannah
1|Nh6|A02|Bird Opening: Horsefly Defense
1|b5|A02|Bird Opening: Myers Defense
1|d5|A03|Bird Opening: Dutch Variation
2|Nf3 Nf6 e3 c5|A03|Bird Opening: Lasker Variation
2|b3 Nf6 Bb2 d4 Nf3 c5 e3|A03|Bird Opening: Thomas Gambit
2|c4|A03|Bird Opening: Sturm Gambit
2|e4|A03|Bird Opening: Williams Gambit
3|dxe4 Nc3 Nf6 Nge2|A03|Bird Opening: Williams-Zilbermints Gambit
6|Qe2|A03|Bird Opening: Williams Gambit
2|g4|A03|Bird Opening: Dutch Variation, Dudweiler Gambit
1|e5|A02|Bird Opening: From's Gambit
2|Nc3|A02|Bird Opening: From's Gambit, Bahr Gambit
2|d4 exd4 Nf3 c5 c3|A02|Bird Opening: Siegener Gambit
2|fxe5 Nc6|A02|Bird Opening: Schlechter Gambit
3|Ne7|A02|Bird Opening: Platz Gambit
3|d6 exd6 Bxd6 Nf3 Nh6 d4|A02|Bird Opening: From's Gambit, Lipke Variation
7|g5|A02|Bird Opening: From's Gambit, Lasker Variation
5|Nf6|A02|Bird Opening: From's Gambit, Langheld Gambit
3|f6|A02|Bird Opening: Lasker Gambit
1|f5 d4 d5|A02|Bird Opening: Double Duck Formation
2|e4|A02|Bird Opening: Wagner-Zwitersch Gambit
3|fxe4 Nc3 Nf6 g4|A02|Bird Opening: Swiss Gambit
1|g5|A02|Bird Opening: Hobbs Gambit
1|h6 Nf3 g5|A02|Bird Opening: Hobbs-Zilbermints Gambit
0|g3|A00|Hungarian Opening
1|Nc6 Nc3 d5 d4 e5 dxe5 d4 Ne4 f5|A00|Hungarian Opening: Asten Gambit
1|Nf6|A00|Hungarian Opening: Indian Defense
1|c5|A00|Hungarian Opening: Sicilian Invitation
1|d5 Bg2 c5|A00|Hungarian Opening: Reversed Modern Defense
3|c6|A00|Hungarian Opening: Slav Formation
3|e5 b4|A00|Hungarian Opening: Bücker Gambit
4|c4 dxc4 b3|A00|Hungarian Opening: Winterberg Gambit
3|e6|A00|Hungarian Opening: Catalan Formation
2|Nf3 g5|A07|Hungarian Opening: Wiedenhagen-Beta Gambit
1|e5 Nf3|A00|Hungarian Opening: Reversed Alekhine
3|e4 Ng1 Nf6 b4|A00|Hungarian Opening: Reversed Brooklyn Defense, Brooklyn Benko Gambit
4|Nh4|A00|Hungarian Opening: Reversed Norwegian Defense
2|Nh3 d5 f4 Bxh3 Bxh3 exf4 O-O|A00|Hungarian Opening: Paris Gambit
2|a3 d5 Nf3 e4 Nh4 Be7 d3|A00|Hungarian Opening: Burk Gambit
1|f5|A00|Hungarian Opening: Dutch Defense
2|e4 fxe4 Qh5+ g6|A00|Hungarian Opening: Pachman Gambit
1|g5|A00|Hungarian Opening: Myers Defense
1|g6|A00|Hungarian Opening: Symmetrical Variation
1|h5|A00|Lasker Simul Special
2|Nf3 h4|A00|Hungarian Opening: Van Kuijk Gambit
0|g4|A00|Grob Opening
1|d5 Bg2|A00|Grob Opening: Grob Gambit
3|Bxg4 c4|A00|Grob Opening: Grob Gambit, Fritz Gambit
5|d4|A00|Grob Opening: Romford Countergambit
6|Bxb7 Nd7 Bxa8 Qxa8|A00|Grob Opening: Grob Gambit, Fritz Gambit, Romford Countergambit
3|c6|A00|Grob Opening: Grob Gambit Declined
4|c4 dxc4 b3|A00|Grob Opening: Grob Gambit, Richter-Grob Gambit
4|g5|A00|Grob Opening: Spike Attack
3|e5 d4 exd4 c3|A00|Grob Opening: Grob Gambit, Keres Gambit
3|h5 gxh5|A00|Grob Opening: Grob Gambit, Basman Gambit
2|e4 dxe4 Nc3|A00|Grob Opening: Zilbermints Gambit
5|e5 d3|A00|Grob Opening: Zilbermints Gambit, Zilbermints-Hartlaub Gambit
5|h5|A00|Grob Opening: Zilbermints Gambit, Schiller Defense
2|h3 e5 Bg2 c6|A00|Grob Opening: Keene Defense
6|d4 e4 c4 Bd6 Nc3 Ne7|A00|Grob Opening: Keene Defense, Main Line
1|e5 Bg2 d5 c4|A00|Grob Opening: Spike, Hurst Attack
2|h3 Nc6|A00|Grob Opening: London Defense
1|f5|A00|Grob Opening: Alessi Gambit
1|g5|A00|Grob Opening: Double Grob
2|f4|A00|Grob Opening: Double Grob, Coca-Cola Gambit
0|h3|A00|Clemenz Opening
1|d5 a3 e5|A00|Creepy Crawly Formation: Classical Defense
1|e5 a3|A00|Global Opening
1|h5 g4|A00|Clemenz Opening: Spike Lee Gambit
0|h4|A00|Kádas Opening
1|a5|A00|Kádas Opening: Koola-Koola Variation
1|c5 b4|A00|Kádas Opening: Kádas Gambit
1|d5 Rh3|A00|Kádas Opening: Beginner's Trap
2|d4 c5 Nf3 cxd4 c3|A00|Kádas Opening: Kádas Gambit
4|e4|A00|Kádas Opening: Myers Variation
1|e5 d4 exd4 c3|A00|Kádas Opening: Kádas Gambit
1|f5 e4 fxe4 d3|A00|Kádas Opening: Steinbok Gambit
1|g5|A00|Kádas Opening: Schneider Gambit`;
