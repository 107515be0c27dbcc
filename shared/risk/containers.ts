import { readOptions } from './command-options.ts'
import { riskWords } from './words.ts'
import type { NamedProgram } from './wrapped-program.ts'

/** The image a container program starts, and the parts of this computer it opens to it. */
export type ContainerRun = { program: string; image: string | undefined; isFixed: boolean; mounts: string[] }

const programs = new Set(['docker', 'podman', 'nerdctl'])

const before = new Set(['-D', '--debug', '--tls', '--tlsverify', '--remote', '-r'])
const running = new Set([
  '-d',
  '--detach',
  '-i',
  '--interactive',
  '-t',
  '--tty',
  '-P',
  '--publish-all',
  '-q',
  '--quiet',
  '--rm',
  '--init',
  '--privileged',
  '--read-only',
  '--no-healthcheck',
  '--oom-kill-disable',
  '--sig-proxy',
  '--disable-content-trust',
  '--replace',
  '--no-hosts',
  '--tls-verify',
  '--help',
])

/** Reads `docker run`; undefined for anything else. */
export function containerOf({ name, args }: NamedProgram): ContainerRun | undefined {
  if (!programs.has(name)) return undefined
  const { rest } = readOptions(args, { flags: before })
  const words = rest[0] === 'container' ? rest.slice(1) : rest
  if (words[0] !== 'run') return undefined
  const { options, rest: started } = readOptions(words.slice(1), { flags: running })
  const mounts = options.flatMap((option) => {
    if (option.name === '-v' || option.name === '--volume') return volumeFolder(option.value)
    return option.name === '--mount' ? mountFolder(option.value) : []
  })
  const image = started[0] || undefined
  return { program: name, image, isFixed: image === undefined || isFixedImage(image), mounts }
}

/** A tag can move to another image; a tag that names no version is meant to move. */
const isFixedImage = (image: string): boolean => image.includes('@sha256:') || /:(?!latest$)[\w.-]+$/.test(image)

/** `/a:/b:ro`; a name without a slash is a volume, which isn't a folder of this computer. */
function volumeFolder(value: string): string[] {
  const [, source, options = ''] = /^([a-z]:[\\/][^:]*|[^:]*):[^:]+(?::(.*))?$/i.exec(value) ?? []
  return source === undefined ? [] : folder(source, options.split(',').includes('ro'))
}

/** `type=bind,source=/a,target=/b,readonly`. */
function mountFolder(value: string): string[] {
  const fields = new Map(value.split(',').map((field): [string, string] => [beforeEquals(field), afterEquals(field)]))
  if (fields.get('type') !== 'bind') return []
  return folder(fields.get('source') ?? fields.get('src') ?? '', fields.has('readonly') || fields.has('ro'))
}

const beforeEquals = (field: string): string => field.split('=', 1)[0] ?? ''
const afterEquals = (field: string): string => field.slice(beforeEquals(field).length + 1)

const folder = (source: string, readOnly: boolean): string[] =>
  /^([\\/~.$]|[a-z]:[\\/])/i.test(source) ? [readOnly ? riskWords.toRead(source) : source] : []
