import { containmentWords as words } from './words.ts'

/** Linux's numbers of `pivot_root`, `umount2` and `keyctl`, which differ between processors. */
const numbers = { x64: [155, 166, 250], arm64: [41, 39, 219], riscv64: [41, 39, 219] }[process.arch as string] ?? []

const [pivot = 0, unmount = 0, keyctl = 0] = numbers

/** Whether views can be built on this kind of processor. */
export const isKnownProcessor = numbers.length > 0

/**
 * Builds a program's view of the file system as process 1 of its namespaces, then becomes the given command in it:
 * <folder with the plan> <sealed: yes or no> <command>.
 *
 * - A place is opened once, without following any link, and is the checked object or isn't shown. Its descriptor is
 *   mounted, never its path.
 * - Files and folders are only made in file systems that were made for this view.
 * - The view grows on a file system above the root folder that no path leads to: it can't be in anything it shows.
 * - Afterwards all mounts that the program could write to are among the planned ones, or nothing starts.
 */
export const buildScript = `
use strict;
my ($folder, $sealed, @command) = @ARGV;
my $none = "";
my %own;
my @mounts;
my %scratch;
my @writable;

sub failed { print STDERR "$_[0]\\n"; exit 1 }
sub call { my $number = shift; my $result = syscall($number, @_); return $result < 0 ? undef : $result }
sub handle { my $file = shift; defined $file or return undef; open my $handle, "<&=", $file or return undef; return $handle }
sub identity { my ($device, $number) = stat $_[0]; return "$device:$number" }

# openat2(O_PATH | O_CLOEXEC) without links; below its start unless that is the root folder
sub opened {
  my ($start, $path) = @_;
  my $how = pack "QQQ", 010000000 | 02000000, 0, defined $start ? 4 | 8 : 4;
  return handle(call(437, defined $start ? fileno $start : -100, $path, $how, 24));
}

sub entered { chdir $_[0] or failed("chdir: $!") }

my $top;
sub target {
  my $path = shift;
  $path =~ s{^/+}{};
  return opened($top, $path eq "" ? "." : $path);
}

# A folder that is there, or one made in a file system of this view
sub made {
  my $path = shift;
  my $found = target($path);
  return $found if $found;
  failed("$path: $!") if $! != 2;
  my ($parent, $name) = $path =~ m{^(.*)/([^/]+)$} or failed("$path: $!");
  my $above = made($parent);
  failed(sprintf '${words.notMade('%s')}', $path) unless $own{(stat $above)[0]};
  entered($above);
  mkdir $name, 0755 or failed("mkdir $path: $!");
  return target($path);
}

# The name of a new entry, with its folder entered; none if something is there
sub vacancy {
  my $path = shift;
  my ($parent, $name) = $path =~ m{^(.*)/([^/]+)$} or failed("$path: $!");
  my $above = made($parent);
  my $there = $own{(stat $above)[0]};
  entered($above);
  return undef if lstat $name;
  failed(sprintf '${words.notMade('%s')}', $path) unless $there;
  return $name;
}

sub file {
  my ($path, $mode) = @_;
  my $name = vacancy($path);
  defined $name or return;
  open my $new, ">", $name or failed("$path: $!");
  close $new;
  chmod $mode, $name or failed("chmod $path: $!");
}

sub attached {
  my ($mount, $path) = @_;
  my $at = target($path) or failed("$path: $!");
  defined call(429, fileno $mount, $none, fileno $at, $none, 0x4 | 0x40) or failed("mount $path: $!");
}

# open_tree(OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_EMPTY_PATH | AT_RECURSIVE)
sub copied {
  my ($source, $path) = @_;
  return handle(call(428, fileno $source, $none, 1 | 02000000 | 0x1000 | 0x8000)) // failed("mount $path: $!");
}

sub protected {
  my ($mount, $path, $all) = @_;
  my $changes = pack "QQQQ", 1, 0, 0, 0;
  defined call(442, fileno $mount, $none, 0x1000 | ($all ? 0x8000 : 0), $changes, 32) or failed("mount $path: $!");
}

my %flags = (ro => 1, nosuid => 2, nodev => 4, noexec => 8);
sub created {
  my ($type, $path, @options) = @_;
  my $new = handle(call(430, $type, 1)) // failed("mount $path: $!");
  my $flags = 0;
  for my $option (@options) {
    if (exists $flags{$option}) { $flags |= $flags{$option}; next }
    my ($name, $value) = split /=/, $option, 2;
    my $set = defined $value ? call(431, fileno $new, 1, $name, $value, 0) : call(431, fileno $new, 0, $name, 0, 0);
    defined $set or failed("mount $path: $!");
  }
  defined call(431, fileno $new, 6, 0, 0, 0) or failed("mount $path: $!");
  my $mount = handle(call(432, fileno $new, 1, $flags)) // failed("mount $path: $!");
  $own{(stat $mount)[0]} = 1 if $type eq "tmpfs";
  push @mounts, [$mount, $path] unless $flags & 1;
  return $mount;
}

sub shown {
  my ($at, $from, $expected, $vanishing, $isReadOnly) = @_;
  my $source = opened(undef, $from);
  if (!$source || ($expected ne "" && identity($source) ne $expected)) {
    return if $vanishing;
    failed(sprintf '${words.notChecked('%s')}', $from);
  }
  if (-d $source) { made($at) } else { file($at, 0644) }
  my $copy = copied($source, $at);
  protected($copy, $at, 1) if $isReadOnly;
  attached($copy, $at);
}

my %does = (
  folder => sub { made($_[0]) },
  "closed-folder" => sub {
    my $name = vacancy($_[0]);
    defined $name or return;
    mkdir $name, 0 or failed("mkdir $_[0]: $!");
  },
  "closed-file" => sub { file($_[0], 0) },
  link => sub {
    my $name = vacancy($_[0]);
    defined $name or return;
    symlink $_[1], $name or failed("link $_[0]: $!");
  },
  shown => sub { shown(@_, 1) },
  given => sub { shown(@_, 0) },
  made => sub {
    my ($at, $from, undef, $vanishing) = @_;
    return if $vanishing && !target($at);
    my $copy = copied(target($from) // failed("$from: $!"), $at);
    protected($copy, $at, 1);
    attached($copy, $at);
  },
  tmpfs => sub { attached(created("tmpfs", $_[0], split /,/, $_[1]), $_[0]) },
  devpts => sub { attached(created("devpts", $_[0], split /,/, $_[1]), $_[0]) },
  scratch => sub { $scratch{$_[0]} = 1 },
  writable => sub { push @writable, $_[0] },
);

umask 022;
if ($sealed eq "yes") {
  open my $limit, ">", "/proc/sys/user/max_user_namespaces" or failed("max_user_namespaces: $!");
  print $limit "0" and close $limit or failed("max_user_namespaces: $!");
}
my $home = opened(undef, $folder) or failed("$folder: $!");
open my $plan, "<", "$folder/plan" or failed("$folder/plan: $!");
my @fields = do { local $/ = "\\0"; <$plan> };
close $plan;
s/\\0\\z// for @fields;

$top = created("tmpfs", "/", "mode=755", "size=16m");
my $root = "/";
defined call(429, fileno $top, $none, -100, $root, 0x4) or failed("mount /: $!");
entered($top);
mkdir ".old", 0700 or failed("mkdir: $!");
while (my ($does, @rest) = splice @fields, 0, 5) { $does{$does}->(@rest) }
for my $mount (@mounts) {
  my ($handle, $path) = @$mount;
  protected($handle, $path, 0) unless $path eq "/" || $scratch{$path};
}
entered($top);
my ($here, $old) = (".", ".old");
defined call(${pivot}, $here, $old) or failed("pivot_root: $!");
chdir "/";
defined call(${unmount}, $old, 2) or failed("umount: $!");
rmdir $old or failed("rmdir: $!");
protected($top, "/", 0);

open my $table, "<", "/proc/self/mountinfo" or failed("mountinfo: $!");
while (<$table>) {
  my ($at, $flags) = (split / /)[4, 5];
  next if $flags =~ /^ro\\b/;
  $at =~ s/\\\\([0-7]{3})/chr oct $1/ge;
  next if $scratch{$at} || grep { $at eq $_ || index($at, "$_/") == 0 } @writable;
  failed("$at: read-write");
}
close $table;
entered($home);
open my $built, ">", "built" or failed("built: $!");
close $built;
chdir "/";
exec { $command[0] } @command;
failed("exec: $!")`

/**
 * Cuts what no namespace does: sockets without a file, which belong to the network (Landlock, since Linux 6.12), and
 * the session's keyring. If the system can't cut one of them, the program runs with it, and the probe says so.
 */
const tiesScript = `
my $scoped = pack("QQQ", 0, 0, 3);
my $rules = syscall(444, $scoped, 24, 0);
syscall(446, $rules, 0) if $rules >= 0;
syscall(${keyctl}, 1, 0) if ${keyctl};
exec { $ARGV[0] } @ARGV`

/** Becomes the program in the finished view, without any right over it: <folder> <forwarder's script, or empty> <program>. */
export const enterScript = `
set -eu
cwd=$1; forward=$2; shift 2
drop="setpriv --no-new-privs --bounding-set -all --ambient-caps -all --inh-caps -all --"
if [ -n "$forward" ]; then
  perl -e "$forward" up
  $drop perl -e "$forward" </dev/null >/dev/null 2>&1
fi
cd "$cwd"
exec perl -e '${tiesScript}' $drop "$@"`
