// Downloads Electron's program for the package in this folder, with progress: node tools/fetch-electron.mjs FOLDER
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Milliseconds without a byte after which a download has stalled. */
const patience = 60_000
const mega = 1_000_000

/** @typedef {{ transferred: number, total: number | null }} Progress as @electron/get reports it */
/** @typedef {{ downloadArtifact(details: object): Promise<string> }} Downloader */

/** @type {(name: string) => Downloader} The package that Electron's own installation uses. */
const ofElectron = createRequire(new URL('../node_modules/electron/install.js', import.meta.url))

/**
 * The environment for a download: npm's own proxy settings count too, and both the downloader and Node are told to use
 * a proxy.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withProxy(env) {
  const secure = first(env, 'HTTPS_PROXY', 'https_proxy', 'npm_config_https_proxy', 'npm_config_proxy')
  const plain = first(env, 'HTTP_PROXY', 'http_proxy', 'npm_config_http_proxy', 'npm_config_proxy')
  const none = first(env, 'NO_PROXY', 'no_proxy', 'npm_config_noproxy')
  if (secure === undefined && plain === undefined) return env
  return {
    ...env,
    ...(secure !== undefined && { HTTPS_PROXY: secure }),
    ...(plain !== undefined && { HTTP_PROXY: plain }),
    ...(none !== undefined && { NO_PROXY: none }),
    ELECTRON_GET_USE_PROXY: 'true',
    NODE_USE_ENV_PROXY: '1',
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} names
 */
const first = (env, ...names) => names.map((name) => env[name]).find((value) => value !== undefined && value !== '')

/**
 * Reports a download: on a terminal in one line, elsewhere in a line per tenth.
 * @param {(text: string) => void} write
 * @param {boolean} isTerminal
 * @returns {(progress: Progress) => void}
 */
export function reporter(write, isTerminal) {
  let told = -1
  return ({ transferred, total }) => {
    const step = total === null ? Math.floor(transferred / mega / 10) : Math.floor((transferred / total) * 10)
    const now = isTerminal ? Math.floor(transferred / mega) : step
    const isWhole = transferred === total
    if (now === told) return
    told = now
    const size = total === null ? '' : ` of ${Math.round(total / mega)}`
    const line = `Downloading Electron: ${Math.floor(transferred / mega)}${size} MB`
    if (isTerminal) write(`\r${line}${isWhole ? '\n' : ''}`)
    else write(`${line}\n`)
  }
}

/**
 * Downloads into the cache, checked against the package's own hashes; then the package unpacks it.
 * @param {string} folder of the package
 * @param {{ stalledMs?: number, write?: (text: string) => void, isTerminal?: boolean }} [options]
 */
export async function fetchInto(folder, options = {}) {
  const { stalledMs = patience, write = tell, isTerminal = process.stderr.isTTY } = options
  const { downloadArtifact } = ofElectron('@electron/get')
  const stalled = new AbortController()
  const reason = new Error(`No data came for ${stalledMs / 1000} seconds.`)
  const wait = () => setTimeout(() => stalled.abort(reason), stalledMs)
  const never = new Promise((_resolve, reject) => stalled.signal.addEventListener('abort', () => reject(reason)))
  let timer = wait()
  const report = reporter(write, isTerminal)
  try {
    const download = downloadArtifact({
      version: String(read(folder, 'package.json').version),
      artifactName: 'electron',
      // As the package itself does, which finds it there.
      ...(process.env.electron_config_cache && { cacheRoot: process.env.electron_config_cache }),
      platform: process.platform,
      arch: process.arch,
      checksums: read(folder, 'checksums.json'),
      downloadOptions: {
        quiet: true,
        signal: stalled.signal,
        getProgressCallback: async (/** @type {Progress} */ progress) => {
          clearTimeout(timer)
          timer = wait()
          report(progress)
        },
      },
    })
    // The signal ends only a request, not what the downloader does before and after it.
    await Promise.race([download, never])
  } finally {
    clearTimeout(timer)
  }
  write('Unpacking Electron.\n')
  const unpacking = spawn(process.execPath, [path.join(folder, 'install.js')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise((resolve, reject) => unpacking.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error('The download could not be unpacked.')
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {Record<string, string>}
 */
const read = (folder, name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'))

/** @param {string} text */
const tell = (text) => void process.stderr.write(text)

/** Codes of certificates that Node.js doesn't trust. */
const untrusted = /CERT|SIGNATURE/
const unknownHost = new Set(['ENOTFOUND', 'EAI_AGAIN'])
const unreachable = /^(ECONN|ETIMEDOUT|EHOST|ENET|EPIPE|UND_ERR)/

/**
 * Why a download failed, as a clause, and what to do next, if it is the network.
 * @param {unknown} error
 * @param {NodeJS.ProcessEnv} env
 * @returns {[reason: string, next: string]}
 */
export function downloadProblem(error, env) {
  const reason = reasonOf(error).replace(/\.$/, '')
  const code = codeOf(error)
  const [, hostname] = /(?:ENOTFOUND|EAI_AGAIN) (\S+)/.exec(reason) ?? []
  if (untrusted.test(code))
    return [
      `the certificate of the other side isn’t trusted (${code})`,
      'If your company inspects connections, name the file with its certificate in NODE_EXTRA_CA_CERTS.',
    ]
  if (!unknownHost.has(code) && !unreachable.test(code)) return [reason, '']
  const clause = hostname ? `no host named ${hostname} was found (${code})` : reason
  const proxy = URL.parse(first(env, 'HTTPS_PROXY', 'https_proxy') ?? '')
  if (proxy)
    return [
      `${clause}, with the proxy ${proxy.host}`,
      'Check that this proxy is running, and HTTPS_PROXY, which names it.',
    ]
  return [
    clause,
    'Check the network. If it needs a proxy, name it in HTTPS_PROXY; a mirror of the downloads, in ELECTRON_MIRROR.',
  ]
}

/**
 * The code of an error or of its cause.
 * @param {unknown} error
 * @returns {string}
 */
function codeOf(error) {
  if (!(error instanceof Error)) return ''
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause)
}

/**
 * An error's message, and those of its causes.
 * @param {unknown} error
 * @returns {string}
 */
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message} ${reasonOf(error.cause)}`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  try {
    await fetchInto(process.argv[2] ?? '')
  } catch (error) {
    const [reason, next] = downloadProblem(error, process.env)
    tell(`\nElectron wasn’t downloaded: ${reason}. ${next}`.trimEnd() + '\n')
    process.exit(1)
  }
