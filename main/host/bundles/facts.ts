import {
  type BundleBlock,
  type BundleClaims,
  type BundleFacts,
  type BundleLaunch,
  type BundleWarning,
  bundleFolder,
  withFolder,
} from '../../../shared/config/bundle.ts'
import { asksIn, type GapQuestion, type Template } from '../../../shared/config/candidate.ts'
import { fetchedBy } from '../../../shared/risk/package-runners.ts'
import { riskyNames } from '../../../shared/risk/variables.ts'
import { programsOf, scriptOf } from '../../../shared/risk/wrapped-program.ts'
import { clip } from '../../../shared/text/clip.ts'
import { validRange } from 'semver'
import { isMultiple, type Manifest, type Setting } from './manifest.ts'
import { Refusal } from '../archive/refusal.ts'
import { pathInside, type HomeFacts, Templates } from './template.ts'

/** `python` is the command that this computer has for it, with arguments. */
export type BundleComputer = HomeFacts & { python: string[] }

/** The archive around a manifest. Without `files`, nothing is known of them. */
export type Around = { files?: ReadonlySet<string>; size: number; hasSignature: boolean }

/** Turns a manifest into a candidate for this computer. Throws `Refusal`. */
export function factsOf(manifest: Manifest, computer: BundleComputer, around: Around): BundleFacts {
  const templates = new Templates(manifest, computer)
  const launch = launchOf(manifest, computer, templates)
  if (templates.references.length > 0) throw new Refusal('unknown-reference', { paths: templates.references })
  const entryPoint = insideOf(manifest.server.entry_point, around)
  const command = withFolder(textOf(launch.command), bundleFolder)
  const program = command.startsWith(bundleFolder) ? programIn(command) : undefined
  const platforms = manifest.compatibility?.platforms
  const isForHere = !platforms || platforms.some((platform) => platform === computer.platform)
  const blocks: BundleBlock[] = isForHere ? [] : ['platform-not-supported']
  return {
    claims: claimsOf(manifest),
    candidate: { id: manifest.name, launch, questions: questionsOf(manifest, templates) },
    programs: [...(manifest.server.type === 'binary' ? [entryPoint] : []), ...(program ? [program] : [])],
    wanted: manifest.compatibility?.runtimes ?? {},
    blocks,
    warnings: warningsOf(manifest, { launch, command, templates, around }),
    files: around.files?.size ?? 0,
    size: around.size,
  }
}

function claimsOf(manifest: Manifest): BundleClaims {
  const { name, version, display_name: title, description, author, license, homepage } = manifest
  return {
    name,
    version,
    title: clip(title?.trim() || name, 100),
    description: clip(description, 2000),
    author: {
      name: clip(author.name, 200),
      ...(author.email !== undefined && { email: clip(author.email, 200) }),
      ...(author.url !== undefined && { url: clip(author.url, 500) }),
    },
    ...(license !== undefined && { license: clip(license, 100) }),
    ...(homepage !== undefined && { homepage: clip(homepage, 500) }),
    privacyPolicies: (manifest.privacy_policies ?? []).slice(0, 5).map((address) => clip(address, 500)),
    tools: (manifest.tools ?? []).slice(0, 500).map((tool) => clip(tool.name, 200)),
  }
}

const usualUv = (entry: string): NonNullable<Manifest['server']['mcp_config']> => ({
  command: 'uv',
  args: ['run', '--directory', bundleFolder, entry],
})

/**
 * The launch with this system's overrides: command and arguments replace the usual ones, variables are added to them.
 */
function launchOf({ server }: Manifest, { platform, python }: BundleComputer, templates: Templates): BundleLaunch {
  const usual = server.mcp_config ?? usualUv(server.entry_point)
  const { platform_overrides: overrides = {} } = usual
  const own = platform === 'darwin' || platform === 'linux' || platform === 'win32' ? overrides[platform] : undefined
  const command = own?.command ?? usual.command
  const words = /^python3?$/.test(command) ? python : [command]
  return {
    type: 'stdio',
    command: templates.program(words[0] ?? command),
    args: [...words.slice(1), ...(own?.args ?? usual.args ?? [])].map((arg) => templates.read(arg)),
    env: Object.entries({ ...usual.env, ...own?.env }).map(([name, text]) => templates.variable(name, text)),
    cwd: [bundleFolder],
  }
}

function insideOf(entry: string, { files }: Around): string {
  const path = pathInside(entry)
  if (path === undefined) throw new Refusal('entry-point-outside', { file: entry })
  if (files && !files.has(path)) throw new Refusal('entry-point-missing', { file: entry })
  return path
}

function programIn(command: string): string {
  const path = pathInside(command.slice(bundleFolder.length).replace(/^[\\/]/, ''))
  if (path === undefined) throw new Refusal('entry-point-outside', { file: command })
  return path
}

function questionsOf({ user_config: settings = {} }: Manifest, templates: Templates): GapQuestion[] {
  return Object.entries(settings).map(([id, setting]) => ({
    id,
    label: clip(setting.title, 200),
    ...(setting.description !== '' && { help: clip(setting.description, 2000) }),
    secret: setting.type === 'string' && setting.sensitive === true,
    required: setting.required ?? false,
    ...(setting.default !== undefined && { initial: initialOf(setting.default, templates) }),
    ...formatOf(setting),
    ...(setting.type === 'number' && setting.min !== undefined && { min: setting.min }),
    ...(setting.type === 'number' && setting.max !== undefined && { max: setting.max }),
    ...(isMultiple(setting) && { isMultiple: true }),
  }))
}

const initialOf = (given: NonNullable<Setting['default']>, templates: Templates): string | string[] =>
  Array.isArray(given) ? given.map((one) => templates.plain(one)) : templates.plain(String(given))

function formatOf({ type }: Setting): Pick<GapQuestion, 'format'> {
  if (type === 'string') return {}
  return { format: type === 'directory' ? 'folder' : type }
}

/** A template as text, with each answer as its question's ID in braces: enough to judge a command by. */
const textOf = (template: Template): string =>
  template.map((part) => (typeof part === 'string' ? part : `{${part.ask}}`)).join('')

type Judged = { launch: BundleLaunch; command: string; templates: Templates; around: Around }

function warningsOf(manifest: Manifest, { launch, command, templates, around }: Judged): BundleWarning[] {
  const args = launch.args.map((arg) => withFolder(textOf(arg), bundleFolder))
  const programs = programsOf(command, args)
  const fetched = programs.flatMap((program) => fetchedBy(program) ?? [])
  const loose = fetched.flatMap(({ packages }) => packages.filter(({ isFixed }) => !isFixed).map(({ spec }) => spec))
  const set = launch.env.map(({ name }) => name)
  const risky = riskyNames(set)
  const secrets = new Set(
    Object.entries(manifest.user_config ?? {}).flatMap(([id, one]) => (one.sensitive ? [id] : [])),
  )
  const exposed = launch.args.flatMap(asksIn).filter((ask) => secrets.has(ask))
  const ranges = Object.values(manifest.compatibility?.runtimes ?? {}).filter((range) => validRange(range) === null)
  const warnings: [BundleWarning['code'], boolean | string[]][] = [
    ['older-format', manifest.isOlder],
    ['unknown-keys', manifest.unknownKeys],
    ['unknown-placeholders', templates.placeholders],
    ['signature-not-checked', around.hasSignature],
    ['icon-left-out', hasOddIcon(manifest)],
    ['runs-a-program-of-the-bundle', command.startsWith(bundleFolder)],
    ['downloads-at-first-start', manifest.server.type === 'uv' || fetched.length > 0],
    ['version-not-pinned', loose],
    ['requirement-not-understood', ranges],
    ['env-changes-how-code-loads', risky],
    ['needs-shell', programs.some((program) => scriptOf(program) !== undefined)],
    ['secret-in-arguments', [...new Set(exposed)]],
  ]
  return warnings.flatMap(([code, found]) => {
    if (!Array.isArray(found)) return found ? [{ code }] : []
    return found.length > 0 ? [{ code, names: found.slice(0, 20).map((name) => clip(name, 100)) }] : []
  })
}

const hasOddIcon = ({ icon, icons = [] }: Manifest): boolean =>
  [...(icon === undefined ? [] : [icon]), ...icons.map(({ src }) => src)].some(
    (src) => pathInside(src) === undefined || /^[a-z]+:/i.test(src) || !/\.png$/i.test(src),
  )
