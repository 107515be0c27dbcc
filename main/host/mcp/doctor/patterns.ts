import type { FindingReason } from '../../../../shared/events/finding.ts'
import { defined } from '../../../../shared/schema/json.ts'

/** A text that programs print, and the cause it points to. Its group, if any, is the name to show. */
export type Pattern = { reason: FindingReason; like: RegExp }

/**
 * In order: the first that matches decides, because package runners print harmless warnings and quote other errors.
 * Each repetition is bounded: no output takes long.
 */
export const patterns: Pattern[] = [
  { reason: 'native-module', like: /NODE_MODULE_VERSION (\d{1,5})/im },
  {
    reason: 'native-module',
    like: /ERR_DLOPEN_FAILED|invalid ELF header|file too short|incompatible architecture|is not a valid Win32 application|\[WinError 193\]|Could not locate the bindings file/im,
  },
  { reason: 'native-module', like: /(GLIBC(?:XX)?_[\d.]{1,12}).{0,20}not found/im },
  { reason: 'native-module', like: /Error loading shared library (\S{1,200}?):/im },
  {
    reason: 'docker-not-running',
    like: /Cannot connect to the Docker daemon|docker daemon is not running|dockerDesktopLinuxEngine|error during connect:.{0,300}docker/im,
  },
  { reason: 'docker-arguments', like: /the input device is not a TTY|cannot enable tty mode/im },
  { reason: 'docker-arguments', like: /pull access denied for ([^\s,]{1,200})/im },
  { reason: 'docker-arguments', like: /manifest for (\S{1,200}) not found|manifest unknown/im },
  { reason: 'docker-arguments', like: /no matching manifest for (\S{1,100})|exec format error/im },
  { reason: 'docker-arguments', like: /port is already allocated/im },
  {
    reason: 'package-store-broken',
    like: /(?:ENOTEMPTY|EEXIST|EACCES|EPERM|EINTEGRITY)[\s\S]{0,600}?(?:_npx|_cacache|npm-cache)[\\/]/im,
  },
  { reason: 'package-store-broken', like: /contains root-owned files|EINTEGRITY|Z_BUF_ERROR/im },
  { reason: 'package-store-broken', like: /Cannot find (?:module|package) '[^'\n]{0,400}[\\/]_npx[\\/]/im },
  {
    reason: 'package-store-broken',
    like: /Cannot find (?:module|package) '[^'\n]{1,400}' imported from [^\n]{0,400}[\\/]_npx[\\/]/im,
  },
  { reason: 'placeholder-left', like: /lstat '[^'\n]{0,300}(\$\{\w{1,60}\})/im },
  {
    reason: 'package-not-found',
    like: /'(@?[^@'\s]{1,200})@[^'\s]{0,100}' (?:is not in this registry|could not be found)/im,
  },
  { reason: 'package-not-found', like: /No matching version found for (\S{1,200}?)\.?$/im },
  { reason: 'package-not-found', like: /ERR_PNPM_FETCH_404|npm (?:error|ERR!) code (?:E404|ETARGET|ENOVERSIONS)/im },
  { reason: 'package-not-found', like: /(?<!\S)(\S{1,200}) was not found in the package\s{1,20}registry/im },
  { reason: 'package-not-found', like: /No matching distribution found for (\S{1,200})/im },
  {
    reason: 'certificate-not-trusted',
    like: /SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF|CERT_HAS_EXPIRED|ERR_TLS_CERT_ALTNAME|CERTIFICATE_VERIFY_FAILED|UnknownIssuer|x509: certificate|self[- ]signed certificate/im,
  },
  { reason: 'spaces-in-path', like: /'[A-Z]:\\Program' is not recognized/im },
  { reason: 'command-missing', like: /'([^'\s]{1,200})' is not recognized as an internal or external command/im },
  { reason: 'helper-missing', like: /env: ['‘’]?([^\s'‘’:]{1,200})['‘’]?: No such file/im },
  {
    reason: 'helper-missing',
    like: /(?:ba|z|da)?sh: (?:\d{1,6}: |line \d{1,6}: )?([^\s:]{1,200}): (?:command )?not found/im,
  },
  { reason: 'helper-missing', like: /zsh:\d{0,6}:? ?command not found: (\S{1,200})/im },
  { reason: 'helper-missing', like: /No (?:preset )?version (?:is )?(?:set|installed) for command (\S{1,200})/im },
  { reason: 'helper-missing', like: /^(?:Error: )?spawn (\S{1,200}) ENOENT/im },
  { reason: 'helper-missing', like: /exec: "([^"\n]{1,200})": executable file not found/im },
  { reason: 'helper-missing', like: /Executable doesn't exist at (\S{1,400})/im },
  { reason: 'python-environment', like: /Python was not found; run without arguments/im },
  {
    reason: 'python-environment',
    like: /An executable named [`'](\S{1,200}?)[`'] is not provided by package/im,
  },
  { reason: 'python-environment', like: /No module named ['"]?([\w.]{1,200})/im },
  { reason: 'python-environment', like: /does not satisfy Python\s?([<>=!\d.]{1,40})/im },
  { reason: 'python-environment', like: /requires-python|bad interpreter: .{0,200}python/im },
  { reason: 'native-module', like: /Cannot find module '[^'\n]{0,400}\.node'/im },
  { reason: 'file-missing', like: /Cannot find module '([^'\n]{1,400})'[\s\S]{0,900}?requireStack: \[\]/im },
  { reason: 'file-missing', like: /can't open file '([^'\n]{1,400})'/im },
  { reason: 'file-missing', like: /Module not found "file:([^"\n]{1,400})"/im },
  { reason: 'file-missing', like: /Cannot access directory ([^,\n]{1,400}),/im },
  {
    reason: 'node-too-old',
    like: /SyntaxError: Unexpected token '?(?:\.|\?|\?\?=|\|\|=|&&=|\{)'?(?:\s|$)/im,
  },
  {
    reason: 'node-too-old',
    like: /^\s{0,9}(?:await )?using \w{1,40} = [\s\S]{0,400}?SyntaxError: Unexpected identifier/im,
  },
  {
    reason: 'node-too-old',
    like: /ReferenceError: (fetch|File|crypto|CustomEvent|Headers|ReadableStream|WebSocket|structuredClone) is not defined/im,
  },
  {
    reason: 'node-too-old',
    like: /ERR_REQUIRE_ESM|ERR_UNKNOWN_BUILTIN_MODULE|No such built-in module: (\S{1,100})|does not provide an export named|engine "node" is incompatible|requires? (?:at least )?Node(?:\.js)? ?(?:version )?[>=^~v\d]/im,
  },
  { reason: 'file-missing', like: /Cannot find module '((?:\.{0,2}[\\/]|[A-Z]:[\\/])[^'\n]{1,400})'/im },
  { reason: 'dependency-missing', like: /Cannot find (?:module|package) '([^'\n\s]{1,200})'/im },
  { reason: 'node-too-old', like: /bad option: (\S{1,200})/im },
  { reason: 'port-in-use', like: /EADDRINUSE[^\n]{0,120}?:(\d{1,5})\b/im },
  { reason: 'port-in-use', like: /\[Errno (?:98|48|10048)\]|\[WinError 10048\]|EADDRINUSE|Address already in use/im },
  {
    reason: 'working-folder',
    like: /EROFS|Read-only file system|ENOENT[^\n]{0,120}mkdir '\/[^/'\n]{1,120}'/im,
  },
  { reason: 'out-of-memory', like: /heap out of memory|MemoryError|Killed process \d{1,9}|Cannot allocate memory/im },
  { reason: 'protocol-version', like: /Unsupported protocol version|-32022\b/im },
  {
    reason: 'proxy-needed',
    like: /UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|EAI_AGAIN|ENOTFOUND ?(\S{0,200})|\[(?:Errno 11001|WinError 10060)\]|tunneling socket could not|407 Proxy Auth/im,
  },
  { reason: 'waits-for-answer', like: /Ok to proceed\? \(y\)/im },
  {
    reason: 'speaks-http',
    like: /(?:listening|running|started|available|serving)\b.{0,60}?(https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?::\d{1,5})?[^\s)]{0,200})/im,
  },
  { reason: 'speaks-http', like: /(?:listening|running|started)\b.{0,40}?\bport:? ?(\d{2,5})\b/im },
  { reason: 'other-app-needed', like: /Could not connect to ([A-Z]\w{1,60})/im },
  {
    reason: 'other-app-needed',
    like: /(?:make sure|ensure|is) (?:that )?(?:the )?([A-Z]\w{1,60})[^\n]{0,40}?(?:is running|is open|is not running|has the plugin)/im,
  },
  {
    reason: 'access-denied',
    like: /(?:EACCES|EPERM)[^\n]{0,80}, (?:open|scandir|mkdir|l?stat|access|unlink|rename) '([^'\n]{1,400})'/im,
  },
  {
    reason: 'access-denied',
    like: /PermissionError: \[(?:Errno 1?3|WinError (?:5|32))\][^\n]{0,80}: '([^'\n]{1,400})'/im,
  },
  { reason: 'not-executable', like: /EACCES|Permission denied|bad interpreter/im },
  { reason: 'setting-missing', like: /the following arguments are required: (.{1,200})/im },
  { reason: 'setting-missing', like: /KeyError: '([A-Z][A-Z0-9_]{1,100})'/im },
  {
    reason: 'setting-missing',
    like: /\b((?!ERR_|MODULE_)[A-Z][A-Z0-9]{0,60}_[A-Z0-9_]{1,80})\b.{0,60}(?:required|missing|not set|must be|undefined|not defined|is empty|not provided|not found|unset)/m,
  },
  {
    reason: 'setting-missing',
    like: /(?:[Rr]equire[ds]?|[Mm]issing|[Pp]lease set|[Mm]ust set|[Nn]o (?:value|variable)|[Pp]rovide|[Nn]eeds?)\b.{0,60}?\b((?!ERR_|MODULE_)[A-Z][A-Z0-9]{0,60}_[A-Z0-9_]{1,80})\b/m,
  },
  {
    reason: 'setting-missing',
    like: /(?:api key|access token|token|credentials) (?:is |are )?(?:required|missing|not (?:set|provided|found))|missing (?:api key|token|credentials)/im,
  },
  { reason: 'sign-in-needed', like: /\b401\b|Unauthorized|invalid_token|Bad credentials|Invalid API key/im },
  {
    reason: 'settings-unreadable',
    like: /\bin JSON at position\b|is not valid JSON|end of JSON input|JSONDecodeError|invalid character .{1,40} looking for/im,
  },
  { reason: 'nothing-listening', like: /\[(?:WinError|Errno) 10061\]|ECONNREFUSED ?(\S{0,200})/im },
]

/** The first pattern that matches, and its word. */
export function matching(text: string): { reason: FindingReason; word?: string | undefined; line: string } | undefined {
  for (const { reason, like } of patterns) {
    const found = like.exec(text)
    if (!found) continue
    const word = found[1] === '' ? undefined : found[1]
    return { reason, line: lineAt(text, found.index), ...defined({ word }) }
  }
  return undefined
}

const lineAt = (text: string, at: number): string => {
  const start = text.lastIndexOf('\n', at) + 1
  const end = text.indexOf('\n', at)
  return text.slice(start, end < 0 ? undefined : end)
}
