/** A request of a program to macOS's sandbox. */
export type Asked = {
  path?: string
  service?: string
  /** The path of a Unix socket. */
  socket?: string
  /** A host and port on the network. */
  address?: string
  process?: 'own' | 'other'
  sysctl?: string
  /** The family of a new socket. */
  family?: string
}

/** How a profile decides; `unsaid` for operations that `deny default` leaves out, and that no rule names. */
export type Verdict = 'allow' | 'deny' | 'unsaid'

/** Apple's own profiles deny these beside `deny default`, or allow them. */
const leftOut = ['process-info*', 'nvram*', 'iokit-get-properties', 'file-map-executable']

type Expression = string | Expression[]

/**
 * A small reading of macOS's profile language, as strict as it was measured on systems: the last rule that matches
 * counts, `(target others)` matches nothing, and of a list in `remote unix-socket` only the first place counts.
 */
export function verdictOf(profile: string, operation: string, asked: Asked = {}): Verdict {
  let found: Verdict = 'deny'
  for (const [verb, ...rest] of read(profile)) {
    if (verb !== 'allow' && verb !== 'deny') continue
    const operations = rest.filter((it) => typeof it === 'string')
    const filters = rest.filter((it) => typeof it !== 'string')
    if (operations.includes('default'))
      found = verb === 'deny' && leftOut.some((it) => isOperation(it, operation)) ? 'unsaid' : verb
    else if (!operations.some((it) => isOperation(it, operation))) continue
    else if (filters.length === 0 || filters.some((it) => matches(it, asked))) found = verb
  }
  return found
}

const isOperation = (pattern: string, operation: string): boolean =>
  pattern.endsWith('*') ? operation.startsWith(pattern.slice(0, -1)) : pattern === operation

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

function matches(filter: Expression, asked: Asked): boolean {
  const [kind, ...its] = filter
  const [first, second] = its
  const all = its.filter((it) => typeof it !== 'string')
  switch (kind) {
    case 'literal':
    case 'path-literal':
      return asked.path === first
    case 'subpath':
      return asked.path !== undefined && typeof first === 'string' && isIn(asked.path, first)
    case 'require-all':
      return all.every((it) => matches(it, asked))
    case 'require-any':
      return all.some((it) => matches(it, asked))
    case 'require-not':
      return !all.some((it) => matches(it, asked))
    case 'global-name':
      return asked.service === first
    case 'sysctl-name':
      return asked.sysctl === first
    case 'socket-domain':
      return asked.family === first
    case 'target':
      return first === 'same-sandbox' && asked.process === 'own'
    case 'remote':
    case 'local':
      if (first !== 'unix-socket') throw new Error(`A filter that isn’t read here: ${JSON.stringify(filter)}`)
      return asked.socket !== undefined && (second === undefined || matches(second, { path: asked.socket }))
    default:
      throw new Error(`A filter that isn’t read here: ${JSON.stringify(filter)}`)
  }
}

/** The expressions of a profile; a text is its content. Throws on what the language doesn't read. */
function read(profile: string): Expression[][] {
  const open: Expression[][] = [[]]
  for (const [token] of profile.matchAll(/;[^\n]*|[()]|"(?:\\.|[^"\\])*"|[^\s()"]+/g)) {
    if (token.startsWith(';')) continue
    const inner = open.at(-1)
    if (!inner) throw new Error('A parenthesis closes nothing.')
    if (token === '(') open.push([])
    else if (token !== ')') inner.push(token.startsWith('"') ? token.slice(1, -1).replaceAll(/\\(.)/g, '$1') : token)
    else {
      open.pop()
      open.at(-1)?.push(inner)
    }
  }
  if (open.length !== 1) throw new Error('A parenthesis stays open.')
  return (open[0] ?? []).filter((it) => typeof it !== 'string')
}
