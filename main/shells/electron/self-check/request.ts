import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { HostError } from '../../../../shared/contract/errors.ts'
import { foldedName } from '../../../../shared/text/paths.ts'
import { realPath } from '../../../host/base/real-path.ts'
import { dataDirectoryOf } from '../../common/data-directory.ts'
import { selfCheckWords as words } from './words.ts'

/** The option that makes Atrium check itself; its value is the address of a scripted model. */
const option = '--self-check'

/** Only a port of this computer, so the check's one message can go nowhere else. */
const modelAddress = /^http:\/\/127\.0\.0\.1:[1-9]\d{0,4}$/

/** The scripted model's address if the command line asks for a self-check. Throws if it isn't one. */
export function selfCheckIn(argv: string[]): string | undefined {
  const end = argv.indexOf('--')
  const given = (end === -1 ? argv : argv.slice(0, end)).filter(
    (word) => word === option || word.startsWith(`${option}=`),
  )
  if (given.length === 0) return undefined
  const address = given.at(-1)?.slice(option.length + 1) ?? ''
  if (given.length > 1 || !modelAddress.test(address)) throw new HostError('bad-input', words.notThisComputer(option))
  return address
}

/**
 * Prepares a folder for the check: one model without a key, and the playground. Throws unless the folder was named, is
 * new or empty, and isn't the user's own, so the check can reach no data, key, server or permission.
 */
export function prepareSelfCheck(address: string, given: string | undefined): void {
  const directory = dataDirectoryOf(given)
  if (isSamePlace(directory, dataDirectoryOf(undefined), process.platform))
    throw new HostError('bad-input', words.needsFolder(option))
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (readdirSync(directory).length > 0) throw new HostError('bad-input', words.notEmpty(option))
  const endpoints = { [endpoint]: { name: words.endpoint, baseUrl: `${address}/v1`, profile: 'other', wire: 'chat' } }
  const models = { endpoints, default: { endpoint, model: 'scripted' }, titles: false }
  const write = (name: string, content: object): void =>
    writeFileSync(path.join(directory, name), JSON.stringify(content), { mode: 0o600, flag: 'wx' })
  write('settings.json', { models })
  write('servers.json', { mcpServers: { [server]: { type: server } } })
}

/** Whether two absolute paths lead to one place, also if it doesn't exist yet. */
export function isSamePlace(one: string, other: string, platform: NodeJS.Platform): boolean {
  const [first, second] = [one, other].map((place) => {
    const real = placeThatComes(place)
    // A folder that doesn't exist has no stored spelling yet, and these systems know no cases.
    return platform === 'win32' || platform === 'darwin' ? foldedName(real) : real
  })
  return first === second
}

/** The real path of the nearest parent that exists, and the rest as given. */
function placeThatComes(place: string): string {
  try {
    return realPath(place)
  } catch {
    const parent = path.dirname(place)
    return parent === place ? place : path.join(placeThatComes(parent), path.basename(place))
  }
}

const endpoint = 'self-check'
/** The server that the check's one call goes to; it is a part of Atrium and reaches nothing outside. */
const server = 'playground'

/** The only call that the check allows. */
export const checkedCall = { server, tool: 'measure_text', arguments: { text: words.measured } }
