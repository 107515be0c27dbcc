import { valid } from 'semver'
import { z } from 'zod'
import { bundleName } from '../../../shared/config/server-config.ts'
import { isObject, parseJson } from '../../../shared/schema/json.ts'
import { readName } from '../archive/names.ts'
import { Refusal } from '../archive/refusal.ts'

/** Bytes of `manifest.json`; a larger one is refused unread. */
export const largestManifest = 1024 * 1024
const deepest = 64

/** Versions of the manifest that Atrium reads. */
export const manifestVersions = ['0.1', '0.2', '0.3', '0.4']

const text = z.string().max(10_000)
const list = z.array(text).max(1000)
const commandParts = {
  args: z.array(z.string().max(32_768)).max(256).optional(),
  env: z.record(z.string().regex(/^[^=\0]+$/), z.string().max(32_768)).optional(),
}
const command = z.string().min(1).max(4096)
const override = z.object({ command: command.optional(), ...commandParts })

const mcpConfig = z.object({
  command,
  ...commandParts,
  platform_overrides: z
    .object({ darwin: override.optional(), linux: override.optional(), win32: override.optional() })
    .optional(),
})

const server = z
  .object({ type: z.enum(['node', 'python', 'binary', 'uv']), entry_point: text, mcp_config: mcpConfig.optional() })
  .superRefine(({ type, mcp_config: config }, context) => {
    if (type !== 'uv' && !config) context.addIssue({ code: 'custom', path: ['mcp_config'], message: 'missing' })
  })

const defaultValue = z.union([
  z.string().max(10_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(10_000)).max(100),
])

const settingShape = z.object({
  type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
  title: text,
  description: text,
  required: z.boolean().optional(),
  default: defaultValue.optional(),
  multiple: z.boolean().optional(),
  sensitive: z.boolean().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
})

/** A setting that the bundle asks the user for. */
export type Setting = z.infer<typeof settingShape>

/** Whether a setting can have several values: only folders and files can. */
export const isMultiple = ({ type, multiple }: Setting): boolean =>
  multiple === true && (type === 'directory' || type === 'file')

function isOfKind(setting: Setting): boolean {
  const { type, default: given } = setting
  if (given === undefined) return true
  if (isMultiple(setting)) return Array.isArray(given)
  return typeof given === (type === 'number' || type === 'boolean' ? type : 'string')
}

const setting = settingShape.superRefine((one, context) => {
  if (!isOfKind(one)) context.addIssue({ code: 'custom', path: ['default'], message: 'of another kind' })
  if (one.min !== undefined && one.max !== undefined && one.max < one.min)
    context.addIssue({ code: 'custom', path: ['max'], message: 'below min' })
})

/** The record alone would overlook a key such as `__proto__`. */
const settings = z
  .custom<unknown>((given) => isObject(given) && isUsable(Object.keys(given)))
  .pipe(z.preprocess((given) => given, z.record(z.string(), setting)))

const isUsable = (keys: string[]): boolean =>
  keys.length <= 100 && keys.every((key) => /^[A-Za-z0-9_.-]{1,64}$/.test(key) && !(key in Object.prototype))

const manifest = z.object({
  name: bundleName.refine((name) => !('refused' in readName(Buffer.from(name)))),
  version: z
    .string()
    .max(100)
    .refine((version) => valid(version) === version),
  display_name: text.optional(),
  description: text,
  author: z.object({ name: text.min(1), email: text.optional(), url: text.optional() }),
  server,
  homepage: text.optional(),
  license: text.optional(),
  icon: text.optional(),
  icons: z
    .array(z.object({ src: text }))
    .max(100)
    .optional(),
  tools: z
    .array(z.object({ name: text }))
    .max(5000)
    .optional(),
  privacy_policies: list.optional(),
  compatibility: z
    .object({
      platforms: z.array(z.enum(['darwin', 'win32', 'linux'])).optional(),
      runtimes: z.object({ node: text.exactOptional(), python: text.exactOptional() }).optional(),
    })
    .optional(),
  user_config: settings.optional(),
})

/** The manifest as far as Atrium reads it. */
export type Manifest = z.infer<typeof manifest> & {
  isOlder: boolean
  unknownKeys: string[]
}

/** Keys that Atrium knows and has no use for. */
const unused = [
  'manifest_version',
  'dxt_version',
  'long_description',
  'repository',
  'documentation',
  'support',
  'screenshots',
  'keywords',
  'localization',
  'prompts',
  'prompts_generated',
  'tools_generated',
  '_meta',
  '$schema',
]

/** Parses a manifest. Throws `Refusal` with the places of all its faults. */
export function parseManifest(bytes: Uint8Array): Manifest {
  if (bytes.length > largestManifest) throw new Refusal('manifest-too-large')
  const json = readJson(bytes)
  if (!isObject(json)) throw new Refusal('manifest-not-valid', { paths: [''] })
  const { manifest_version: version, dxt_version: older } = json
  const given = version ?? older
  if (typeof given !== 'string' || !manifestVersions.includes(given))
    throw new Refusal('manifest-version-unknown', { paths: typeof given === 'string' ? [given] : [] })
  const parsed = manifest.safeParse(json)
  if (!parsed.success) {
    const paths = parsed.error.issues.map(({ path }) => path.join('.'))
    throw new Refusal('manifest-not-valid', { paths: [...new Set(paths)] })
  }
  const known = new Set([...Object.keys(manifest.shape), ...unused])
  return {
    ...parsed.data,
    isOlder: version === undefined || given === '0.1',
    unknownKeys: Object.keys(json).filter((key) => !known.has(key)),
  }
}

function readJson(bytes: Uint8Array) {
  let written: string
  try {
    // Without `ignoreBOM`, a byte order mark is left out.
    written = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal('manifest-invalid-json')
  }
  const value = depthOf(written) > deepest ? undefined : parseJson(written)
  if (value === undefined) throw new Refusal('manifest-invalid-json')
  return value
}

/** The nesting of a JSON text; brackets inside of strings don't count. */
function depthOf(written: string): number {
  let [depth, most] = [0, 0]
  for (const [sign] of written.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (sign === '[' || sign === '{') most = Math.max(most, (depth += 1))
    else if (sign === ']' || sign === '}') depth -= 1
  }
  return most
}
