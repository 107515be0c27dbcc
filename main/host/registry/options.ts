import type { Candidate, LaunchTemplate, Template } from '../../../shared/config/candidate.ts'
import type {
  RegistryCannot,
  RegistryOption,
  RegistryRefusal,
  RegistryWarning,
} from '../../../shared/config/registry.ts'
import { addressProblem, headerName, type RegistrySource } from '../../../shared/config/server-config.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { conceals } from '../../../shared/text/hidden-characters.ts'
import { networkPlaceOf } from '../network/host-kinds.ts'
import { recordFields, listOf, recordText } from './fields.ts'
import { Inputs, variablesOf } from './inputs.ts'
import { isRunner, packageLaunch, packageNameOf, packageTransport, unusualSource } from './package-way.ts'
import type { RegistryRecord } from './record.ts'
import { defined } from '../../../shared/schema/json.ts'

/** A suggestion for the server's ID. */
export const idOf = (name: string): string =>
  name
    .slice(name.indexOf('/') + 1)
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64) || 'server'

/** Why nothing of a record is offered. */
export function refusalOf({ status, packages, remotes }: RegistryRecord): RegistryRefusal | undefined {
  if (status === 'deleted') return 'deleted'
  return packages.length + remotes.length === 0 ? 'nothing-to-install' : undefined
}

/** Facts about a record as a whole. */
export function recordWarnings(record: RegistryRecord): RegistryWarning[] {
  const { name, title = '', description, status, statusMessage } = record
  const namespace = name.slice(0, name.indexOf('/'))
  return [
    ...(status === 'deprecated'
      ? [{ code: 'deprecated' as const, ...(statusMessage && { what: statusMessage }) }]
      : []),
    ...([title, description].some(conceals) ? [{ code: 'hidden-characters' as const }] : []),
    ...(/(^|\.)xn--/i.test(namespace) ? [{ code: 'letters-of-another-script' as const, what: namespace }] : []),
  ]
}

/**
 * Every way to run or reach the server of the record from the registry at this URL, in the order in which Atrium offers
 * them; none of a refused record.
 */
export function optionsOf(record: RegistryRecord, url: string): RegistryOption[] {
  if (refusalOf(record)) return []
  const { name, version, title } = record
  const base: Base = {
    id: idOf(name),
    ...(title && { name: title.slice(0, 64) }),
    origin: { registry: { url, name, version } },
  }
  const ways = [
    ...record.packages.map((given, index) => ofPackage(given, index, base)),
    ...record.remotes.map((given, index) => ofRemote(given, index, base)),
  ]
  return ways.toSorted((a, b) => rank(a) - rank(b))
}

type Base = Omit<Candidate, 'launch' | 'questions'> & { origin: { registry: RegistrySource } }

const kinds = ['npm', 'pypi', 'oci', 'nuget', 'mcpb']

/** URLs without secrets come first, then packages by kind, then other URLs; at the end what can't be used. */
function rank(option: RegistryOption): number {
  const isOlder = option.warnings.some(({ code }) => code === 'older-transport') ? 1 : 0
  if ('cannot' in option) return 100
  if (option.from === 'package') return 10 + kinds.indexOf(option.package?.type ?? '')
  const needsSecret = 'candidate' in option && option.candidate.questions.some(({ secret }) => secret)
  return (needsSecret ? 20 : 0) + isOlder
}

function ofPackage(given: JsonObject, index: number, base: Base): RegistryOption {
  const named = packageNameOf(given)
  const source = unusualSource(named.type, given)
  const common = {
    from: 'package' as const,
    index,
    kind: named.type === 'mcpb' ? ('bundle' as const) : ('stdio' as const),
    package: { ...named, identifier: named.identifier.slice(0, 4096) },
    warnings: source === undefined ? [] : [{ code: 'registry-of-packages-not-obeyed' as const, what: source }],
    ...defined({ address: source }),
  }
  const no = (cannot: RegistryCannot): RegistryOption => ({ ...common, cannot })
  if (named.type === 'mcpb') return { ...common, ...bundleOf(named) }
  if (!isRunner(named.type)) return no('kind-not-installable')
  const transport = packageTransport(given)
  if (transport !== 'stdio') return no(isHttp(transport) ? 'program-and-address' : 'transport-not-supported')
  const inputs = new Inputs()
  const found = packageLaunch(named.type, given, inputs)
  if ('cannot' in found) return no(found.cannot)
  const { launch, warnings } = found
  return {
    ...common,
    warnings: [...common.warnings, ...warnings, ...pathWarning(inputs)],
    candidate: {
      ...base,
      launch,
      questions: inputs.questions,
      origin: { registry: { ...base.origin.registry, package: common.package } },
    },
  }
}

function bundleOf({ identifier, digest }: ReturnType<typeof packageNameOf>) {
  const sha256 = digest?.toLowerCase()
  if (addressProblem(identifier) !== undefined || !/^https:/i.test(identifier))
    return { cannot: 'address-not-https' as const }
  if (sha256 === undefined || !/^[0-9a-f]{64}$/.test(sha256)) return { cannot: 'no-checksum' as const }
  return { bundle: { url: identifier, sha256 } }
}

const isHttp = (type: string): boolean =>
  ['streamable-http', 'streamable', 'streamable_http', 'http', 'sse'].includes(type)

function ofRemote(given: JsonObject, index: number, base: Base): RegistryOption {
  const type = recordText(given['type']) ?? recordText(given['transportType']) ?? 'streamable-http'
  const url = typeof given['url'] === 'string' ? given['url'].slice(0, 4096) : ''
  const common = { from: 'remote' as const, index, kind: 'http' as const, address: url }
  if (!isHttp(type)) return { ...common, warnings: [], cannot: 'transport-not-supported' }
  const inputs = new Inputs()
  const template = inputs.filled(url, variablesOf(given['variables']))
  const cannot = cannotReach(template)
  if (cannot) return { ...common, warnings: [], cannot }
  const { headers, warnings } = headersOf(given, inputs)
  const launch: LaunchTemplate = { type: 'http', url: template, headers }
  return {
    ...common,
    warnings: [
      ...(type === 'sse' ? [{ code: 'older-transport' as const }] : []),
      ...placeWarning(template),
      ...warnings,
    ],
    candidate: { ...base, launch, questions: inputs.questions },
  }
}

/** Judged with a letter in each gap: the values have their own check. */
const sample = (template: Template): string => template.map((it) => (typeof it === 'string' ? it : 'x')).join('')

function cannotReach(template: Template): RegistryCannot | undefined {
  const url = sample(template)
  if (!URL.canParse(url)) return 'address-not-http'
  if (!/^https?:\/\//i.test(url)) return 'address-not-http'
  if (/^https?:\/\/[^/?#]*@/i.test(url)) return 'password-in-address'
  if (addressProblem(url) !== undefined) return /^http:/i.test(url) ? 'unencrypted-address' : 'address-not-http'
  return undefined
}

/** A URL that leads to this computer or into its network isn't everyone's. */
function placeWarning(template: Template): RegistryWarning[] {
  const place = networkPlaceOf(new URL(sample(template)))
  if (place === 'here') return [{ code: 'address-here' }]
  return place === 'private' ? [{ code: 'address-in-network' }] : []
}

function headersOf(given: JsonObject, inputs: Inputs) {
  const warnings: RegistryWarning[] = []
  const headers = listOf(given['headers']).flatMap((it) => {
    const input = recordFields(it)
    const name = recordText(input['name'], 256) ?? ''
    if (headerName.safeParse(name).success) return [inputs.named('header', name, input)]
    warnings.push({ code: 'header-is-atriums-own', what: name })
    return []
  })
  return { headers, warnings }
}

const pathWarning = (inputs: Inputs): RegistryWarning[] => (inputs.hasRelativePath ? [{ code: 'relative-path' }] : [])
