#!/bin/bash
# Makes the data of media/mav-small-stones, and trains it from a model of chess: training/mav-small.sh GAMES.pgn FOLDER
# Those that are shipped had 438 games of Lichess's database of May 2025 (CC0) and Stockfish 15 of Debian. What is there is kept: after an
# interruption the same command goes on. Labels take some minutes on two cores, the training some hours.
set -euo pipefail
games=$1 out=$2
here=$(dirname "$0")
mkdir -p "$out"

dataset() { # NAME OPTIONS...: one dataset with its test set
  local name=$1
  shift
  local more=()
  if [ -e "$out/$name.done" ]; then return; fi
  if [ -e "$out/$name.jsonl" ]; then more=(--resume); fi
  node "$here/../dist/cli.mjs" mav dataset "$@" --native-states "${more[@]}" -o "$out/$name.jsonl"
  touch "$out/$name.done"
}
# t-: states after actions; v-: lists with values, too
values=(--values engine --engine /usr/games/stockfish --engine-depth 6 --order square)

dataset t-rand --random chess:700 --random chess960:120 --random-boards 4000 --random connect_four:1500 --seed 11 --test 0.01
for n in 5 6; do
  dataset "t-hex$n" --random hex:150 --hex-size $n --seed 12 --test 0.02
  dataset "v-hex$n" --random hex:100 --hex-size $n --plies every:1 "${values[@]}" --seed 15 --test 0.03
done
dataset v-real "$games" --plies every:1 --per-position 2 "${values[@]}" --seed 13 --test 0.1
dataset v-c4 --random connect_four:1500 --plies ply:14,16,18,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,38 "${values[@]}" --seed 14 --test 0.03
# more of Connect Four: as early as the solver is quick, and traces of internal search
dataset w-c4 --random connect_four:150 --plies ply:10,11,12,13 "${values[@]}" --seed 31 --test 0.03
dataset z-c4 --random connect_four:3000 --plies "ply:$(seq -s, 14 40)" --limit 26000 "${values[@]}" --seed 34 --test 0.02
dataset x-c4 --random connect_four:1000 --plies "ply:$(seq -s, 16 2 30)" "${values[@]}" --traces 0.9 --trace-breadth 2,3 --trace-depth 1,2 --seed 21 --test 0.03
dataset u-hex5 --random hex:800 --hex-size 5 --seed 22 --test 0.01
dataset v-rand --random chess:250 --random chess960:60 --plies every:6 "${values[@]}" --seed 16 --test 0.02

# a fixed draw of the random games, which are most, and plain transitions of the others
[ -e "$out/p1.jsonl" ] || shuf -n 70000 --random-source=<(yes 7) "$out/t-rand.jsonl" > "$out/p1.jsonl"
[ -e "$out/t-c4.jsonl" ] || python3 "$here/pick.py" "$out/t-rand.jsonl" --game connect_four > "$out/t-c4.jsonl"
[ -e "$out/y-c4.jsonl" ] || python3 "$here/pick.py" "$out/x-c4.jsonl" --most 800 > "$out/y-c4.jsonl"
[ -e "$out/p4.jsonl" ] || python3 "$here/transitions.py" "$out"/{v-real,v-rand,v-c4}.jsonl > "$out/p4.jsonl"

tests=("$out"/{t-rand,v-real,v-c4,v-hex5,v-hex6,t-hex5,t-hex6}.test.jsonl)
# first random games at a high rate, then all at a lower one. The one that is shipped flushed denormal numbers from step 2,104 of the
# second run on, and was evaluated with the games of training/held-out.pgn, which are those of v-real.test.jsonl
python3 "$here/train.py" "$out"/{p1,t-hex5,t-hex6}.jsonl --without "${tests[@]}" --out "$out/first" --steps 12000 --stop-at 2620
[ -e "$out/start2/model.onnx" ] || python3 "$here/export.py" "$out/first" --out "$out/start2"
python3 "$here/train.py" "$out"/{p1,p4,p4,t-hex5,t-hex6}.jsonl --without "${tests[@]}" --start "$out/start2" --out "$out/second" \
  --rate 0.0005 --warm-up 50 --steps 9000

python3 "$here/transitions.py" "$out/v-real.test.jsonl" > "$out/p4.test.jsonl"
python3 "$here/evaluate.py" "$out/second" "$out"/{p4,t-rand,t-hex5,t-hex6}.test.jsonl --limit 400 --int8
python3 "$here/export.py" "$out/second" --out "$out/chess" --int8

# The games of stones, from the weights for chess: trained on both at once, models of this size know each of them worse. The one that is
# shipped was stopped after 4,298 of the 5,000 steps
tests=("$out"/{t-rand,v-c4,v-hex5,t-hex5,u-hex5,x-c4,w-c4,z-c4}.test.jsonl)
python3 "$here/train.py" "$out"/{z-c4,v-c4,w-c4,w-c4,t-c4,y-c4,y-c4,v-hex5,v-hex5,u-hex5,t-hex5}.jsonl --without "${tests[@]}" \
  --start "$out/chess" --hex-size 5 --out "$out/stones" --batch 16 --warm-up 100 --steps 5000
python3 "$here/pick.py" "$out/t-rand.test.jsonl" --game connect_four > "$out/t-c4.test.jsonl"
python3 "$here/evaluate.py" "$out/stones" "$out"/{z-c4,t-c4,v-hex5,u-hex5}.test.jsonl --limit 150 --int8 --levels 40
python3 "$here/export.py" "$out/stones" --out "$out/mav-small-stones" --int8 --levels 40
