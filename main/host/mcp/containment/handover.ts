import { containmentWords as words } from './words.ts'

const prefix = 'ATRIUM_VARIABLE_'

/**
 * Folders of the tools that start and contain programs: the system's first, then those of Atrium's own PATH. Relative
 * ones depend on the working folder.
 */
export const ownPath = (): string => {
  const named = (process.env['PATH'] ?? '').split(':').filter((folder) => folder.startsWith('/'))
  return [...new Set(['/usr/sbin', '/usr/bin', '/sbin', '/bin', ...named])].join(':')
}

/** Atrium's own environment for these tools. Nothing in it comes from a server. */
export const ownEnvironment = (): Record<string, string> => ({ PATH: ownPath(), LC_ALL: 'C' })

/**
 * Atrium's own environment, and a program's variables in it as data: no shell, tool or loader knows their names. They
 * take effect with `becomeScript`, the last step of a start.
 */
export function handedOver(variables: Record<string, string>): Record<string, string> {
  const entries = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  const data = Object.fromEntries(entries.map((entry, index) => [`${prefix}${index}`, entry]))
  return { ...ownEnvironment(), ...data, [`${prefix}COUNT`]: String(entries.length) }
}

/** Perl sets any name. Variables can contain secrets, and every account can see the arguments of `env`. */
const becomeInPerl = `
my @own = map { $ENV{"${prefix}$_"} } 0 .. $ENV{"${prefix}COUNT"} - 1;
%ENV = ();
for (@own) { my ($name, $value) = split /=/, $_, 2; $ENV{$name} = $value }
{ no warnings; exec { $ARGV[0] } @ARGV }
print STDERR "exec: $ARGV[0]: $!\n";
exit($! == 2 ? 127 : 126)`

const nameCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_'

/**
 * Becomes the program "$@", with exactly the variables that were handed over. A shell can't set every name, so without
 * Perl it starts nothing rather than a program with other variables.
 */
export const becomeScript = `
if [ -x "$(command -v perl)" ]; then exec perl -e '${becomeInPerl}' -- "$@"; fi
atrium_count=$${prefix}COUNT
unset PATH LC_ALL PWD OLDPWD SHLVL ${prefix}COUNT
while [ "$atrium_count" -gt 0 ]; do
  atrium_count=$((atrium_count - 1)); atrium_set=no
  eval "atrium_entry=\\$${prefix}$atrium_count"; unset "${prefix}$atrium_count"
  atrium_name=\${atrium_entry%%=*}; atrium_value=\${atrium_entry#*=}
  case $atrium_name in
    '' | [0123456789]* | atrium_* | ${prefix}* | *[!${nameCharacters}]*) ;;
    *) eval "export $atrium_name=\\"\\$atrium_value\\"; [ \\"\\$$atrium_name\\" = \\"\\$atrium_value\\" ]" && atrium_set=yes ;;
  esac
  if [ "$atrium_set" = no ]; then echo "${words.noPerl('$atrium_name')}" >&2; exit 1; fi
done
unset atrium_count atrium_set atrium_entry atrium_name atrium_value
exec "$@"`

/** With `close_range`, since Linux 5.9. Before, Perl takes each descriptor over and closes it. */
const closeInPerl = `
for (split " ", shift) {
  if (syscall(436, $_ + 0, $_ + 0, 0) != 0) { open my $file, "<&=", $_; close $file }
  die "$_ stays open\\n" if -e "/proc/self/fd/$_";
}
exec { $ARGV[0] } @ARGV; exit 126`

/**
 * Closes what Atrium itself inherited, from the program that started it or from Chromium, then becomes "$@". `$1` is
 * this script, and `$2` names a descriptor to keep. The runtime closes them only up to the first gap; macOS closes them
 * all. Without Perl, bash closes any number, and dash only one digit.
 */
export const closeScript = `
close=$1; keep=$2; shift 2
left=
for file in /proc/self/fd/*; do
  number=\${file##*/}
  case $number in 0 | 1 | 2 | '*' | "$keep") ;; *) if [ -e "$file" ]; then left="$left $number"; fi ;; esac
done
if [ -z "$left" ]; then exec "$@"; fi
if [ -x "$(command -v perl)" ]; then exec perl -e '${closeInPerl}' -- "$left" "$@"; fi
for number in $left; do
  if (eval "exec $number<&-") 2>/dev/null; then eval "exec $number<&-"; continue; fi
  if command -v bash >/dev/null; then exec bash --norc -c "$close" "$0" "$close" "$keep" "$@"; fi
  echo "${words.staysOpen('$number')}" >&2; exit 1
done
exec "$@"`
