# Sourced by scripts/checks/docs-commands.test.ts in namespaces of its own for mounts and processes. The commands of docs/run
# then make real users and files: /etc, /var and /opt keep their changes in memory, and every process ends with the shell.
# Packages and systemd are all that is replaced.
set -euo pipefail

mount --make-rprivate /
mkdir "$SCRATCH/layers"
mount -t tmpfs tmpfs "$SCRATCH/layers"

# layer FOLDER PLACE: PLACE shows FOLDER and takes changes, which FOLDER never sees.
layer() {
  local own
  own=$(mktemp -d "$SCRATCH/layers/XXXXXX")
  mkdir "$own/changes" "$own/work"
  chmod 755 "$own/changes"
  mount -t overlay overlay -o "lowerdir=$1,upperdir=$own/changes,workdir=$own/work" "$2"
}

for folder in /etc /var /opt; do layer "$folder" "$folder"; done
mkdir -p /etc/systemd/system
id postgres >/dev/null 2>&1 || useradd --system postgres
for version in 1.0.0 1.1.0; do
  release=/opt/ats-releases/$version
  mkdir -p "$release"
  layer "$PROJECT" "$release"
  rm -rf "$release/web/dist"
  mkdir -p "$release/web/dist"
  for page in index scan; do echo "<title>$version</title>" >"$release/web/dist/$page.html"; done
done
cd /opt/ats-releases/1.0.0

apt-get() { :; }
pg_ctlcluster() { :; }

# unit NAME: becomes the process of a service, as the user and with the settings that its file names.
unit() {
  local file=/etc/systemd/system/$1.service
  local value
  value() { sed -n "s/^$1=//p" "$file"; }
  set -a
  for settings in $(value EnvironmentFile); do . "$settings"; done
  eval "$(value Environment)"
  set +a
  case $1 in ats-api) METRICS_PORT=$API_PROBES ;; ats-worker) METRICS_PORT=$WORKER_PROBES ;; esac
  cd "$(value WorkingDirectory)"
  exec setpriv --reuid "$(value User)" --regid "$(value Group)" --init-groups -- $(value ExecStart)
}

declare -A pids
begin() {
  (unit "$1" >/dev/null) &
  pids[$1]=$!
}
end() {
  kill "${pids[$1]}"
  wait "${pids[$1]}" || true
}
# A real systemctl does not wait for readiness, but what follows here needs it.
ready() {
  local port
  for port in "$API_PROBES" "$WORKER_PROBES"; do
    curl -fsS -o /dev/null --retry 120 --retry-delay 1 --retry-all-errors "http://127.0.0.1:$port/readyz" 2>/dev/null
  done
}
systemctl() {
  local name
  case $1 in
    daemon-reload) ;;
    start) (unit "$2") ;;
    enable)
      for name in "${@:3}"; do
        case $name in *.timer) test -f "/etc/systemd/system/$name" ;; *) begin "$name" ;; esac
      done
      ready ;;
    restart)
      for name in "${@:2}"; do
        end "$name"
        begin "$name"
      done
      ready ;;
    *) return 1 ;;
  esac
}

# What a person does between the commands.
address=http://127.0.0.1:$PORT
sign_in() {
  token=$(curl -fsS --retry 30 --retry-delay 1 --retry-all-errors "$address/api/v1/login" -H 'Content-Type: application/json' \
    -d "{\"email\": \"admin@example.com\", \"password\": \"$ATS_PASSWORD\"}" | sed 's/.*"token":"\([^"]*\)".*/\1/')
}
status_of() { curl -sS -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $1" "$address$2"; }
show_page() { echo "$1: $(curl -fsS "$address/login")"; }
store_picture() {
  sign_in
  first=$token
  base64 -d >"$SCRATCH/picture.png" <<<iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==
  me=$(curl -fsS -X PUT -H "Authorization: Bearer $first" -F "image=@$SCRATCH/picture.png" "$address/api/v1/me/picture" |
    sed 's/.*"_id":"\([^"]*\)".*/\1/')
  echo "stored: picture $(status_of "$first" "/api/v1/users/$me/picture")"
}
look_after_restore() {
  ready
  echo "restored: old token $(status_of "$first" /api/v1/me)"
  sign_in
  echo "restored: picture $(status_of "$token" "/api/v1/users/$me/picture")"
  curl -fsS -o /dev/null -X PUT -H "Authorization: Bearer $token" -F "image=@$SCRATCH/picture.png" "$address/api/v1/me/picture"
  echo "restored: another picture $(status_of "$token" "/api/v1/users/$me/picture")"
  systemctl start ats-backup
}
