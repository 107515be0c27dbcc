import { randomBytes } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import tls from 'node:tls'
import { listen } from './listen.mjs'

/** The page of a refusal. */
export const blockPage =
  '<!DOCTYPE html><html><head><title>Access Denied</title></head><body>Blocked by policy. Category: AI.</body></html>'
const deniedPage =
  '<!DOCTYPE html><html><head><title>407</title></head><body>Proxy authentication required.</body></html>'
const loginUrl = 'http://login.company.test/?next='

/** The values of `mode`. */
export const modes = [
  'ok', // forwards
  'block', // CONNECT: 403 with a page; a request: 403 with a page
  'block-200', // CONNECT: tunnel, and with inspection a page with 200 for every request; a request: 200 with a page
  'login', // CONNECT: 302 to a login page (must not be followed); a request: 302 to it
  'loop', // 407 for ever, whatever is sent
  'silent', // accepts and never answers
  'reset', // closes as soon as a request arrives
  'garbage', // answers something that isn't HTTP
  'half', // begins its answer to CONNECT and stops
  'flood', // an endless header
  '502', // "can't connect", with a page
  '503', // with Retry-After
  '200-body', // 200 to CONNECT with Content-Length and a page (a captive portal)
  '201', // a tunnel, but with another 2xx
]

/**
 * Starts a proxy. Its options, which `set` changes, except `tls`:
 * - `names`: "host" or "host:port", and the "host:port" of this computer that it leads to
 * - `auth`: { user, password, scheme }; `mode`: one of `modes`
 * - `inspect`: an authority, whose certificates it shows; `inspectHow`: as for `issue`; `originCa`: for the origin
 * - `bufferMs`: delays a response's content, also without end; `cutMs`: ends everything after that time; `idleMs`: after
 *   such a silence
 * - `strip`, `add`: headers to remove and to add; `via`: adds Via
 * - `tls`: the proxy's { key, cert }; `port`, `host`; `allowLoopback`: whether this computer's names are targets
 */
export async function startProxy(options = {}) {
  const its = { names: {}, mode: 'ok', allowLoopback: true, strip: [], add: {}, ...options }
  const [seen, violations, open] = [[], [], new Set()]
  const strict = (rule, detail) => violations.push({ rule, detail })

  const inner = http.createServer({ maxHeaderSize: 65_536 }, (request, response) => void pass(request, response, true))
  inner.on('clientError', (_, socket) => socket.destroy())
  const outer = its.tls ? https.createServer(its.tls) : http.createServer()
  outer.on('request', (request, response) => void pass(request, response, false))
  outer.on('connect', (request, socket, head) => tunnel(request, socket, head))
  outer.on('clientError', (_, socket) => socket.destroy())
  outer.on('tlsClientError', () => undefined)
  outer.on(
    'connection',
    (socket) => (open.add(socket), socket.on('error', () => undefined).once('close', () => open.delete(socket))),
  )

  /** Where a target leads: only to this computer. */
  function routeOf(host, port) {
    const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
    const named = its.names[`${bare}:${port}`] ?? its.names[bare]
    if (named !== undefined) {
      const [, at = '', number = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(named) ?? []
      return at === '::1' || /^127\./.test(at) ? { host: at, port: Number(number) } : undefined
    }
    const isLocal = bare === 'localhost' || bare === '::1' || /^127\./.test(bare)
    return isLocal && its.allowLoopback ? { host: bare === 'localhost' ? '127.0.0.1' : bare, port } : undefined
  }

  /** "none", "right" or "wrong"; undefined if no password is wanted. */
  function authorized(headers) {
    if (!its.auth) return headers['proxy-authorization'] === undefined ? 'none' : 'unasked'
    const given = headers['proxy-authorization']
    if (given === undefined) return 'missing'
    const [, token] = /^Basic ([A-Za-z0-9+/]+=*)$/.exec(given) ?? []
    if (token === undefined || (its.auth.scheme ?? 'Basic') !== 'Basic') return 'wrong'
    return Buffer.from(token, 'base64').toString('utf8') === `${its.auth.user}:${its.auth.password}` ? 'right' : 'wrong'
  }

  const challenge = () => {
    const scheme = its.auth?.scheme ?? 'Basic'
    return scheme === 'Basic'
      ? 'Basic realm="company", charset="UTF-8"'
      : scheme === 'Digest'
        ? 'Digest realm="company", nonce="n", qop="auth"'
        : scheme
  }

  const common = (request, kind) => {
    const raw = request.rawHeaders.filter((_, at) => at % 2 === 0).map((it) => it.toLowerCase())
    for (const name of ['host', 'content-length', 'proxy-authorization'])
      if (raw.filter((it) => it === name).length > 1) strict('one-of-each-header', name)
    if (request.httpVersion !== '1.1') strict('http-1.1', request.httpVersion)
    if (request.headers.host === undefined) strict('host-header', `${kind} without Host`)
  }

  function tunnel(request, socket, head) {
    socket.on('error', () => undefined)
    open.add(socket)
    common(request, 'CONNECT')
    const target = request.url ?? ''
    const [, host = '', port = ''] = /^(\[[0-9a-f:.]+\]|[^:/@\s]+):(\d{1,5})$/i.exec(target) ?? []
    if (host === '') strict('connect-authority-form', target)
    if (request.headers.host !== undefined && request.headers.host !== target)
      strict('connect-host-is-target', request.headers.host)
    for (const name of [
      'authorization',
      'cookie',
      'mcp-session-id',
      'x-api-key',
      'content-type',
      'content-length',
      'transfer-encoding',
    ])
      if (request.headers[name] !== undefined) strict('connect-tells-nothing', name)
    if (head.length > 0 && (its.auth || its.mode !== 'ok'))
      strict('waits-for-the-answer', `${head.length} bytes after CONNECT`)
    const is = authorized(request.headers)
    if (is === 'unasked') strict('password-only-when-asked', target)
    const entry = { kind: 'connect', target, auth: is, headers: request.headers, at: Date.now() }
    seen.push(entry)
    const page = (status, words, body, more = '') =>
      socket.end(
        `HTTP/1.1 ${status} ${words}\r\n${more}content-type: text/html\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      )
    const { mode } = its
    // Reads on, so it sees that the other side gave up.
    if (mode === 'silent' || mode === 'half') socket.resume().once('end', () => socket.destroy())
    if (mode === 'silent') return
    if (mode === 'reset') return void (socket.resetAndDestroy ? socket.resetAndDestroy() : socket.destroy())
    if (mode === 'garbage') return void socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n')
    if (mode === 'half') return void socket.write('HTTP/1.1 200 Conn')
    if (mode === 'flood') return void flood(socket)
    if (mode === 'loop' || is === 'missing' || is === 'wrong')
      return void page(407, 'Proxy Authentication Required', deniedPage, `proxy-authenticate: ${challenge()}\r\n`)
    if (host === '') return void page(400, 'Bad Request', blockPage)
    if (mode === 'block') return void page(403, 'Forbidden', blockPage)
    if (mode === 'login')
      return void page(302, 'Found', blockPage, `location: ${loginUrl}${encodeURIComponent(target)}\r\n`)
    if (mode === '502') return void page(502, 'Bad Gateway', blockPage)
    if (mode === '503') return void page(503, 'Service Unavailable', blockPage, 'retry-after: 7\r\n')
    if (mode === '200-body') return void page(200, 'OK', blockPage)
    const where = routeOf(host, Number(port))
    if (!where)
      return void page(
        502,
        'Bad Gateway',
        '<html><body>Host not found</body></html>',
        'x-squid-error: ERR_DNS_FAIL 0\r\n',
      )
    socket.write(
      `HTTP/1.1 ${mode === '201' ? '201 Created' : '200 Connection established'}\r\n${its.via ? 'via: 1.1 fake\r\n' : ''}\r\n`,
    )
    limit(socket)
    if (head.length > 0) socket.unshift(head)
    if (!its.inspect) return void join(socket, where)
    // Inspection only reads TLS; anything else goes through as it is.
    socket.once('readable', () => {
      const first = socket.read()
      if (first === null) return
      socket.unshift(first)
      if (first[0] !== 0x16) return ((entry.plain = true), join(socket, where))
      const bare = host.replace(/^\[|\]$/g, '')
      const context = (name) => tls.createSecureContext(its.inspect.issue(name, its.inspectHow))
      const secure = new tls.TLSSocket(socket, {
        isServer: true,
        secureContext: context(bare),
        SNICallback: (name, done) => ((entry.sni = name), done(null, context(name))),
        ALPNProtocols: ['http/1.1'],
      })
      secure.on('error', () => socket.destroy())
      secure.target = { host, port: Number(port), where }
      inner.emit('connection', secure)
    })
  }

  function join(socket, where) {
    const onward = net.connect(where)
    open.add(onward)
    onward.on('error', () => socket.destroy())
    onward.once('close', () => (open.delete(onward), socket.destroy()))
    socket.once('close', () => onward.destroy())
    socket.pipe(onward).pipe(socket)
  }

  /** Cuts after a time, or after a silence. */
  function limit(socket) {
    if (its.cutMs !== undefined) setTimeout(() => socket.destroy(), its.cutMs).unref()
    if (its.idleMs !== undefined) socket.setTimeout(its.idleMs, () => socket.destroy())
  }

  async function pass(request, response, isInspected) {
    common(request, isInspected ? 'inspected' : 'request')
    const secured = isInspected ? request.socket.target : undefined
    const is = isInspected ? 'none' : authorized(request.headers)
    let url
    if (isInspected) {
      if (!/^\/|^\*$/.test(request.url)) strict('origin-form-inside-tunnels', request.url)
      if (request.headers['proxy-authorization'] !== undefined)
        strict('proxy-password-stays-with-the-proxy', request.url)
      url =
        URL.canParse(request.url, `https://${secured.host}:${secured.port}`) &&
        new URL(request.url, `https://${secured.host}:${secured.port}`)
    } else {
      if (request.url.startsWith('/')) strict('absolute-form', request.url)
      else if (!/^http:\/\//i.test(request.url)) strict('only-http-in-absolute-form', request.url)
      url = URL.canParse(request.url) ? new URL(request.url) : undefined
      if (url && request.headers.host !== url.host) strict('host-is-target', `${request.headers.host} for ${url.host}`)
      if (url && (url.username || url.password)) strict('no-password-in-urls', url.host)
      if (is === 'unasked') strict('password-only-when-asked', request.url)
    }
    seen.push({
      kind: isInspected ? 'inspected' : 'request',
      target: url?.href ?? request.url,
      method: request.method,
      auth: is,
      headers: request.headers,
      at: Date.now(),
    })
    const page = (status, body, headers = {}) => {
      request.resume()
      response
        .writeHead(status, {
          'content-type': 'text/html; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          ...headers,
        })
        .end(body)
    }
    const { mode } = its
    if (!isInspected) {
      if (mode === 'silent') return
      if (mode === 'reset') return void request.socket.destroy()
      if (mode === 'garbage') return void request.socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n')
      if (mode === 'half') return void request.socket.write('HTTP/1.1 200 O')
      if (mode === 'flood') return void flood(request.socket)
      if (mode === 'loop' || is === 'missing' || is === 'wrong')
        return page(407, deniedPage, { 'proxy-authenticate': challenge() })
      if (mode === 'block') return page(403, blockPage)
      if (mode === 'login') return page(302, '', { location: `${loginUrl}${encodeURIComponent(url?.href ?? '')}` })
      if (mode === '502') return page(502, blockPage)
      if (mode === '503') return page(503, blockPage, { 'retry-after': '7' })
    }
    if (mode === 'block-200' || mode === '200-body') return page(200, blockPage)
    if (!url || (!isInspected && url.protocol !== 'http:')) return page(400, blockPage)
    const port = Number(url.port) || (isInspected ? 443 : 80)
    const where = secured?.where ?? routeOf(url.hostname, port)
    if (!where) return page(502, '<html><body>Host not found</body></html>', { 'x-squid-error': 'ERR_DNS_FAIL 0' })
    const gone = new Set([
      'proxy-authorization',
      'proxy-connection',
      'connection',
      'keep-alive',
      ...its.strip.map((it) => it.toLowerCase()),
    ])
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !gone.has(name)))
    const send = isInspected ? https : http
    const onward = send.request({
      ...{ ...where, method: request.method, path: url.pathname + url.search, agent: false },
      headers: { ...headers, ...(its.via && { via: '1.1 fake' }), connection: 'close' },
      ...(isInspected && {
        servername: net.isIP(url.hostname) ? '' : url.hostname,
        ca: its.originCa,
        rejectUnauthorized: its.originCa !== undefined,
      }),
    })
    onward.on('error', () =>
      response.headersSent ? response.destroy() : page(502, '<html><body>Can’t connect</body></html>'),
    )
    onward.on('response', (answer) => {
      const back = Object.fromEntries(
        Object.entries(answer.headers).filter(([name]) => !gone.has(name) && name !== 'transfer-encoding'),
      )
      const write = () => (
        response.writeHead(answer.statusCode, { ...back, ...its.add, ...(its.via && { via: '1.1 fake' }) }),
        response.flushHeaders()
      )
      limit(request.socket)
      if (its.bufferMs === undefined) {
        write()
        return void answer.pipe(response)
      }
      // Delays everything, also the head: for a while, or until the end.
      const held = []
      let isOpen = false
      const flush = () => {
        if (isOpen || response.destroyed) return
        isOpen = true
        write()
        for (const chunk of held) response.write(chunk)
      }
      if (Number.isFinite(its.bufferMs)) setTimeout(flush, its.bufferMs).unref()
      answer.on('data', (chunk) => (isOpen ? response.write(chunk) : held.push(chunk)))
      answer.on('end', () => (flush(), response.end()))
    })
    response.once('close', () => onward.destroy())
    request.pipe(onward)
  }

  function flood(socket) {
    socket.write('HTTP/1.1 200 OK\r\n')
    const more = () => {
      while (!socket.destroyed && socket.write(`x-${randomBytes(4).toString('hex')}: ${'a'.repeat(4000)}\r\n`));
      if (!socket.destroyed) socket.once('drain', more)
    }
    more()
  }

  const port = await listen(outer, its.port ?? 0, its.host ?? '127.0.0.1')
  const shown = (its.host ?? '127.0.0.1').includes(':') ? `[${its.host}]` : (its.host ?? '127.0.0.1')
  const scheme = its.tls ? 'https' : 'http'
  return {
    ...{ port, seen, violations },
    url: `${scheme}://${shown}:${port}`,
    /** The URL with the password, for environments. */
    get urlWithPassword() {
      const { user = '', password = '' } = its.auth ?? {}
      return `${scheme}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${shown}:${port}`
    },
    set: (changes) => void Object.assign(its, changes),
    connections: () => open.size,
    close: async () => {
      for (const socket of open) socket.destroy()
      outer.closeAllConnections()
      await new Promise((resolve) => outer.close(resolve))
    },
  }
}
