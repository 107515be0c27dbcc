import type { Gap, LaunchTemplate, NamedTemplate, Template } from '../../../shared/config/candidate.ts'
import type { RegistryCannot, RegistryPackageName, RegistryWarning } from '../../../shared/config/registry.ts'
import { riskyNames } from '../../../shared/risk/variables.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { defined, isObject } from '../../../shared/schema/json.ts'
import { recordFields, listOf, recordText } from './fields.ts'
import { type Inputs, variablesOf } from './inputs.ts'
import { packageSpec, type Runner } from './package-names.ts'

/** A package's program, with its questions in `inputs`. */
export type PackageLaunch = { launch: LaunchTemplate; warnings: RegistryWarning[] }

/** By kind: the programs that a record can name, the first is used; those it can name although another is used. */
const runners: Record<Runner, { hints: string[]; replaced: string[] }> = {
  npm: { hints: ['npx'], replaced: ['bunx', 'pnpx'] },
  pypi: { hints: ['uvx'], replaced: ['pipx'] },
  oci: { hints: ['docker', 'podman'], replaced: [] },
  nuget: { hints: ['dnx'], replaced: [] },
}

/** The name and version of a package under today's names. */
export function packageNameOf(given: JsonObject): RegistryPackageName {
  const type = (recordText(given['registryType']) ?? recordText(given['registryName']) ?? '').toLowerCase()
  const identifier = [given['identifier'], given['packageName'], given['name']].find((it) => typeof it === 'string')
  const version = recordText(given['version'], 255)
  const digest = recordText(given['fileSha256'], 200)
  return {
    type: type === 'docker' || type === 'docker-hub' ? 'oci' : type.slice(0, 64),
    identifier: typeof identifier === 'string' ? identifier : '',
    ...defined({ version, digest }),
  }
}

/** Whether Atrium can run packages of this kind. */
export const isRunner = (type: string): type is Runner => Object.hasOwn(runners, type)

/** The program's words, as the kind of package prescribes; never a shell's line. */
export function packageLaunch(
  runner: Runner,
  given: JsonObject,
  inputs: Inputs,
): PackageLaunch | { cannot: RegistryCannot } {
  const { hints, replaced } = runners[runner]
  const hint = recordText(given['runtimeHint'])
  if (hint !== undefined && ![...hints, ...replaced].includes(hint)) return { cannot: 'runner-not-known' }
  const named = withHost(runner, packageNameOf(given), given)
  const found = packageSpec(runner, named)
  if ('cannot' in found) return found
  const env = new Map<string, NamedTemplate>()
  const before = argumentsOf(given['runtimeArguments'], inputs, runner === 'oci' ? env : undefined)
  const after = argumentsOf(given['packageArguments'], inputs)
  const warnings: RegistryWarning[] = []
  for (const input of listOf(given['environmentVariables']).map(recordFields)) {
    const name = recordText(input['name'], 200) ?? ''
    if (/^[^=\s\p{Cc}]+$/u.test(name)) env.set(name, inputs.named('env', name, input))
    else warnings.push({ code: 'not-a-variable-name', what: name })
  }
  const command = runner === 'oci' && hint === 'podman' ? 'podman' : commands[runner]
  const words = wordsOf(runner, found.spec, { before: before.args, after: after.args, env: [...env.keys()] })
  return {
    launch: { type: 'stdio', command: [command], args: words, env: [...env.values()] },
    warnings: [
      ...warnings,
      ...(hint !== undefined && replaced.includes(hint) ? [{ code: 'other-runner' as const, what: hint }] : []),
      ...(before.hasSecret || after.hasSecret ? [{ code: 'secret-in-arguments' as const }] : []),
      ...ofVariables([...env.keys()]),
      ...(runner === 'oci' ? ofContainer(before.args, found.spec) : []),
    ],
  }
}

const commands: Record<Runner, string> = { npm: 'npx', pypi: 'uvx', oci: 'docker', nuget: 'dotnet' }

type Words = { before: Template[]; after: Template[]; env: string[] }

function wordsOf(runner: Runner, spec: string, { before, after, env }: Words): Template[] {
  const fixed = (...texts: string[]): Template[] => texts.map((text) => [text])
  switch (runner) {
    case 'npm':
      return [...without(before, ['-y', '--yes']), ...fixed('-y', spec), ...after]
    case 'pypi':
      return [...before, ...fixed(spec), ...after]
    case 'nuget':
      return [
        ...fixed('dnx'),
        ...without(before, ['--yes', '-y']),
        ...fixed(spec, '--yes'),
        ...(after.length > 0 ? [...fixed('--'), ...after] : []),
      ]
    case 'oci': {
      const own = without(before, ['run', '-i', '--interactive', '-it', '--rm'])
      const passed = new Set(own.flatMap((arg, at) => (isOption(own[at - 1]) ? arg : [])))
      const names = env.filter((name) => !passed.has(name)).flatMap((name) => ['-e', name])
      return [...fixed('run', '-i', '--rm'), ...own, ...fixed(...names, spec), ...after]
    }
    default:
      return runner satisfies never
  }
}

const isOption = (arg: Template | undefined): boolean => arg?.length === 1 && (arg[0] === '-e' || arg[0] === '--env')

/** Arguments without words that Atrium writes itself. */
const without = (args: Template[], words: string[]): Template[] =>
  args.filter(([first, ...rest]) => rest.length > 0 || typeof first !== 'string' || !words.includes(first))

/** Reads arguments. With `lifted`, a container's `-e NAME=value` becomes a variable, so no value is an argument. */
function argumentsOf(
  value: JsonObject[string] | undefined,
  inputs: Inputs,
  lifted?: Map<string, NamedTemplate>,
): { args: Template[]; hasSecret: boolean } {
  const args: Template[] = []
  let hasSecret = false
  for (const [at, input] of listOf(value).map(recordFields).entries()) {
    const variable = lifted && liftedFrom(input, inputs)
    if (variable) lifted.set(variable.name, variable)
    const added = variable ? [['-e'], [variable.name]] : argument(input, inputs, { at, joins: lifted !== undefined })
    hasSecret ||= !variable && added.some((arg) => inputs.isSecret(arg))
    args.push(...added)
  }
  return { args, hasSecret }
}

function argument(input: JsonObject, inputs: Inputs, { at, joins }: { at: number; joins: boolean }): Template[] {
  const name = input['type'] === 'named' || input['type'] === undefined ? recordText(input['name'], 200) : undefined
  if (name === undefined) {
    const label = recordText(input['valueHint'], 100) ?? String(at + 1)
    return [inputs.template(`arg:${label}`, label, input)]
  }
  if (recordText(input['value']) === undefined && !isAsked(input)) return [[name]]
  const value = inputs.template(`arg:${name}`, name, input)
  if (joins && name.endsWith('=')) return [[name, ...value]]
  const [only] = value
  return value.length === 1 && typeof only === 'object' ? [[{ ...only, option: name } satisfies Gap]] : [[name], value]
}

/** A named argument without a value is a flag, unless something says that a value is wanted. */
const isAsked = (input: JsonObject): boolean =>
  input['isRequired'] === true ||
  input['isSecret'] === true ||
  input['isRepeated'] === true ||
  ['default', 'placeholder', 'choices', 'valueHint'].some((key) => input[key] !== undefined) ||
  input['format'] === 'filepath' ||
  input['format'] === 'number'

/** `-e NAME={value}` among a container's options. */
function liftedFrom(input: JsonObject, inputs: Inputs): NamedTemplate | undefined {
  if (input['name'] !== '-e' && input['name'] !== '--env') return undefined
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(recordText(input['value'], 32_768) ?? '') ?? []
  if (name === undefined || value === undefined) return undefined
  const template = inputs.filled(value, variablesOf(input['variables']))
  return { name, value: template, secret: input['isSecret'] === true || inputs.isSecret(template) }
}

/** Older records name an image without its registry, which has its own member. */
function withHost(runner: Runner, named: RegistryPackageName, given: JsonObject): RegistryPackageName {
  const host = /^https:\/\/([a-z0-9.-]+(?::\d+)?)\/?$/i
    .exec(recordText(given['registryBaseUrl']) ?? '')?.[1]
    ?.toLowerCase()
  const isDefault = host === undefined || /(^|\.)docker\.(io|com)$/.test(host)
  if (runner !== 'oci' || isDefault || /^[^/]*[.:][^/]*\//.test(named.identifier)) return named
  return { ...named, identifier: `${host}/${named.identifier}` }
}

function ofVariables(names: string[]): RegistryWarning[] {
  const risky = riskyNames(names)
  return risky.length > 0 ? [{ code: 'env-changes-how-code-loads', what: risky.join(', ') }] : []
}

const walls =
  /^--(privileged|cap-add|device|pid|ipc|uts|userns|network|net|security-opt|volumes-from|cgroupns)(=|$)|^(-v|--volume)$/

function ofContainer(before: Template[], spec: string): RegistryWarning[] {
  const loose = before.flatMap(([first]) => (typeof first === 'string' && walls.test(first) ? [first] : []))
  return [
    ...(loose.length > 0 ? [{ code: 'container-without-walls' as const, what: [...new Set(loose)].join(', ') }] : []),
    ...(spec.includes('@sha256:') ? [] : [{ code: 'tag-can-move' as const, what: spec }]),
  ]
}

/** Packages' usual sources; another one is shown, and not part of the command. */
const usual: Record<string, RegExp> = {
  npm: /^https:\/\/registry\.npmjs\.org$/,
  pypi: /^https:\/\/(pypi\.org|pypi\.python\.org)(\/simple)?$/,
  nuget: /^https:\/\/(api|www)?\.?nuget\.org(\/v3\/index\.json)?$/,
}

/** A source that Atrium doesn't use; an image's is part of its name. */
export function unusualSource(type: string, given: JsonObject): string | undefined {
  const source = recordText(given['registryBaseUrl'])
  const known = Object.hasOwn(usual, type) ? usual[type] : undefined
  return source !== undefined && known && !known.test(source.replace(/\/+$/, '')) ? source : undefined
}

/** The transport of a package's program; `stdio` for older records, which name none. */
export function packageTransport(given: JsonObject): string {
  const { transport } = given
  const type = isObject(transport) ? recordFields(transport)['type'] : (given['transportType'] ?? transport)
  return recordText(type) ?? 'stdio'
}
