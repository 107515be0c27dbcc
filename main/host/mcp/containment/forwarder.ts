import { inside } from './view.ts'

/** Where programs in a sealed server find the proxy. */
export const proxyPort = 3128

/**
 * Brings the namespace's loopback up (with `up`), or carries connections to the proxy's port to Atrium's socket. Perl
 * is the one interpreter that nearly every system has, and the installed Atrium can't run code for others.
 */
export const forwarderScript = `
use strict; use Socket;
if (@ARGV) {
  socket(my $s, PF_INET, SOCK_DGRAM, 0) or die "socket: $!";
  my $r = pack("a16s!x14", "lo", 0x49);
  ioctl($s, 0x8914, $r) or die "lo: $!";
  exit 0;
}
$SIG{CHLD} = "IGNORE"; $SIG{PIPE} = "IGNORE";
socket(my $l, PF_INET, SOCK_STREAM, 0) or die;
setsockopt($l, SOL_SOCKET, SO_REUSEADDR, 1);
bind($l, sockaddr_in(${proxyPort}, INADDR_LOOPBACK)) or die;
listen($l, 64) or die;
exit 0 if fork();
while (1) {
  accept(my $c, $l) or next;
  my $pid = fork();
  if (!defined $pid || $pid) { close $c; next }
  close $l;
  socket(my $u, PF_UNIX, SOCK_STREAM, 0) or exit 1;
  connect($u, sockaddr_un("${inside.gate}")) or exit 1;
  my %to = (fileno($c) => $u, fileno($u) => $c);
  my %of = (fileno($c) => $c, fileno($u) => $u);
  while (%of) {
    my $r = ""; vec($r, $_, 1) = 1 for keys %of;
    next if select($r, undef, undef, undef) < 0;
    for my $n (keys %of) {
      next unless vec($r, $n, 1);
      my $got = sysread($of{$n}, my $data, 65536);
      if (!$got) { shutdown($to{$n}, 1); delete $of{$n}; next }
      my $at = 0;
      while ($at < $got) {
        my $put = syswrite($to{$n}, $data, $got - $at, $at);
        exit 0 unless $put;
        $at += $put;
      }
    }
  }
  exit 0;
}
`
