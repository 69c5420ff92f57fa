#!/bin/sh
# A call comes in front, is presented, takes the keyboard, and ends:
#   call.sh OUTPUT WIDTH HEIGHT SECONDS
# It prints what watchers are told meanwhile. Needs focusctl alone.
set -eu
output=$1 width=$2 height=$3 seconds=$4

dir=$(mktemp -d)
trap 'kill $holder $watcher 2>/dev/null || true; rm -rf "$dir"' EXIT
holder= watcher=
mkfifo "$dir/raised" "$dir/notices"

focusctl watch > "$dir/notices" &
watcher=$!
exec 3< "$dir/notices"
read -r _ event _ <&3
echo "$event"

# Holds the overlay until it is dismissed: if this script dies, so does the overlay.
focusctl overlay raise call --keyboard > "$dir/raised" &
holder=$!
read -r id token < "$dir/raised"
# Nothing below gets input any more. Here a program shows its window.
focusctl overlay present "$token" "$output:0,0,$width,$((height / 4))"
# From the window's wl_keyboard enter.
focusctl overlay keyboard "$token" entered
sleep "$seconds"
focusctl overlay dismiss "$token"
wait "$holder"

while read -r _ event _ <&3; do
  echo "$event"
  if [ "$event" = overlayEnded ]; then break; fi
done
