#!/bin/bash
# The second recipe: labels, training, figures, export. All of it is one command that is asked again after each interruption:
#   nohup setsid nice -n 19 ionice -c3 training/mav-board.sh FOLDER [MINUTES] > FOLDER.log 2>&1 &
# It labels and trains beside each other, one core each, for so many minutes (or until SIGTERM, by which both save), and then measures
# and exports to FOLDER/model-GAME. `training/mav-board.sh FOLDER keep` copies labels and weights to training/labels and training/board,
# from where they are continued in a new clone, and stops nothing. `training/mav-board.sh FOLDER ship` measures the weights of FOLDER, or
# the kept ones where it has none, and exports them with their card to media/mav-small, from where `builtin:mav-small` has them.
# GAME: chess, or connect_four, hex, othello, which need no labels. LEVELS: those of shipped weights to each side of 0. PYTHON: one with
# PyTorch (python3). ENGINE: a program that speaks UCI (/usr/games/stockfish); labels are of Stockfish 15.1 of Debian, and those of another engine do not go on in their file.
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,11s/^# //p' "$0"; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
out=$1 minutes=${2:-}
game=${GAME:-chess} engine=${ENGINE:-/usr/games/stockfish} python=${PYTHON:-python3}
files=(--games "$here/games.txt.gz" --held-out "$here/held-out.pgn")
mkdir -p "$out/labels"

if [ "$minutes" = keep ]; then
  mkdir -p "$here/labels"
  for own in "$out"/labels/*.labels; do [ ! -e "$own" ] || cp "$own" "$here/labels/"; done
  [ ! -e "$out/$game/checkpoint.pt" ] || "$python" -B "$here/train_board.py" --out "$out/$game" --pack "$here/board/$game"
  du -b "$here"/labels/* "$here"/board/*/*
  exit
fi

if [ "$minutes" = ship ]; then
  run=$out/$game
  [ -e "$run/checkpoint.pt" ] || run=$here/board/$game
  media=$here/../media/mav-small
  [ "$game" = chess ] || media=$media-$game
  copy=$(mktemp -d)
  trap 'rm -rf "$copy"' EXIT
  cp "$run/checkpoint.pt" "$copy/"
  labels=()
  [ "$game" != chess ] || labels=(--labels "$here/labels/test.labels")
  # 31 levels cost chess a tenth of a point of F1, and are two thirds of the size in an archive; 15 cost the games of stones no gate
  levels=7
  [ "$game" != chess ] || levels=15
  "$python" -B "$here/evaluate_board.py" "$copy" --lane test --int8 --levels "${LEVELS:-$levels}" --positions "${POSITIONS:-2048}" "${labels[@]}"
  "$python" -B "$here/export_board.py" "$copy" --out "$media" --int8 --levels "${LEVELS:-$levels}"
  exit
fi

# kept labels, where they are more
for kept in "$here"/labels/*.labels; do
  [ -e "$kept" ] || continue
  own=$out/labels/$(basename "$kept")
  if [ ! -e "$own" ] || [ "$(stat -c %s "$kept")" -gt "$(stat -c %s "$own")" ]; then cp "$kept" "$own"; fi
done

labels='' training='' is_stopped=''
stop() { [ -z "$labels" ] || kill "$labels" 2>/dev/null || true; }
end() { # both save before they end
  is_stopped=yes
  stop
  [ -z "$training" ] || kill "$training" 2>/dev/null || true
}
trap stop EXIT
trap end TERM INT
finish() { # PID: waits for it, through the signals that end a wait
  while kill -0 "$1" 2>/dev/null; do wait "$1" || true; done
}
label() { # LANE POSITIONS
  node "$here/positions.mjs" label "$1" "${files[@]}" --engine "$engine" --depth 6 --positions "$2" --out "$out/labels/$1.labels" &
  labels=$!
}
train=("$python" -B "$here/train_board.py" --game "$game" --out "$out/$game")
measure=("$python" -B "$here/evaluate_board.py" "$out/$game" --lane test --int8)
[ -z "$minutes" ] || train+=(--minutes "$minutes")
[ ! -e "$here/board/$game/checkpoint.pt" ] || train+=(--start "$here/board/$game")
if [ "$game" = chess ]; then
  # those to measure with come first: they take a few minutes
  for lane in test:2048 validation:1024; do
    label "${lane%:*}" "${lane#*:}"
    finish "$labels"
    [ -z "$is_stopped" ] || exit 0
  done
  label labels 400000
  train+=(--labels "$out/labels/labels.labels")
  measure+=(--labels "$out/labels/test.labels")
fi
"${train[@]}" &
training=$!
finish "$training"
stop
"${measure[@]}"
"$python" -B "$here/export_board.py" "$out/$game" --out "$out/model-$game" --int8
