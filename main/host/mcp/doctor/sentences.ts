import type { Finding } from '../../../../shared/events/finding.ts'
import { quoted } from '../../base/text.ts'
import { isOpen } from '../computer/ports.ts'
import { anyAddress, hasQuotes } from './decide-program.ts'
import { type AddressFacts, type Facts, type ProgramFacts, isProgram, outputOf } from './facts.ts'
import type { AddressObservation } from '../process/observation.ts'
import { nodeFor } from './remedies.ts'
import { doctorWords as words } from './words.ts'

type Clauses = [cause: string, advice: string]

/** A finding in one sentence: the cause, and what to do. All interfaces show this sentence. */
export function sentenceOf(its: Finding, facts: Facts): string {
  const [cause, advice] = isProgram(facts) ? ofProgram(its, facts) : ofAddress(its, facts)
  const isSure = its.degree !== 'likely'
  return words.sentence(isSure ? capital(cause) : words.probably(cause), advice)
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const changes = ({ remedies }: Finding, member: 'env' | 'inherit'): boolean =>
  remedies.some((it) => it.kind === 'change' && it.change[member] !== undefined)

const products: Record<string, string> = {
  node: 'Node.js',
  npx: 'Node.js',
  npm: 'Node.js',
  uv: 'uv',
  uvx: 'uv',
  docker: 'Docker',
  python: 'Python',
  python3: 'Python',
  bunx: 'Bun',
  dotnet: '.NET',
  dnx: '.NET',
}

/** Causes of a program that depend on nothing but the word. */
const plainly: Partial<Record<Finding['reason'], (word: string | undefined) => Clauses>> = {
  'access-denied': (word) => [words.accessDenied(word), words.grantAccess],
  'automation-refused': () => [words.automation, words.allowAutomation],
  'certificate-not-trusted': () => [words.certificate, words.giveCertificate],
  'contained-host': (word) => [words.containedHost(word), words.giveHost],
  'contained-path': (word) => [words.containedPath(word), words.giveFolder],
  'dependency-missing': (word) => [words.dependency(word), words.installDependencies],
  'docker-not-running': () => [words.dockerOff, words.openDocker],
  'local-network-refused': (word) => [words.localNetwork(word), words.allowLocalNetwork],
  'no-network': () => [words.noNetwork, words.connectIt],
  'nothing-listening': (word) => [words.nothingThere(word), words.startIt],
  'other-app-needed': (word) => [words.otherApp(word), words.openApp],
  'out-of-memory': () => [words.memory, words.moreMemory],
  'package-not-found': (word) => [words.noPackage(word), words.checkPackage],
  'package-store-broken': () => [words.store, words.freshStore],
  'protocol-version': (word) => [words.protocol(word), words.otherVersion],
  'settings-unreadable': () => [words.unreadable, words.fixUnreadable],
  silent: () => [words.silent, words.seeOutput],
  'sign-in-needed': () => [words.keyRefused, words.enterKey],
  'spaces-in-path': () => [words.spaces, words.wholePath],
  'still-downloading': (word) => [words.downloading(word), words.wait],
  'waits-for-answer': () => [words.asksFirst, words.answerYes],
  'windows-shim': (word = '') => [words.batch(word), words.throughCmd],
}

function ofProgram(its: Finding, facts: ProgramFacts): Clauses {
  const { seen, probes } = facts
  const word = its.word === undefined ? undefined : quoted(its.word)
  switch (its.reason) {
    case 'blocked-by-system':
      return seen.platform === 'darwin'
        ? [words.blockedOnMac(word ?? ''), words.allowOnMac]
        : [words.blocked(word ?? ''), words.seeSystemLog]
    case 'command-elsewhere':
      return elsewhere(its, facts)
    case 'command-missing': {
      const { otherName } = probes
      const advice = otherName === undefined ? words.installOrCorrect(products[word ?? '']) : words.useOther(otherName)
      return [words.noCommand(word ?? ''), advice]
    }
    case 'docker-arguments':
      return docker(word, facts)
    case 'file-missing':
      return file(its, facts)
    case 'helper-missing':
      return helper(word ?? '', facts)
    case 'native-module': {
      if (word !== undefined && !/^\d+$/.test(word)) return [words.otherLibrary(word), words.otherBuild]
      return isUnbuilt(outputOf(seen))
        ? [words.unbuilt, words.rebuild]
        : [words.otherNode(nodeFor(word)), words.installAgain]
    }
    case 'node-too-old': {
      const [other] = changes(its, 'env') ? (probes.node?.others ?? []) : []
      return [words.oldNode(probes.node?.version), other ? words.nodeIn(other.version) : words.newerNode]
    }
    case 'not-executable':
      return notExecutable(word ?? seen.command, facts)
    case 'placeholder-left':
      return placeholder(word ?? '', probes.placeholders?.includes(its.word ?? '') === true)
    case 'port-in-use':
      return [words.port(word, probes.port?.holder), words.otherPort]
    case 'proxy-needed':
      return its.remedies.length > 0
        ? [words.proxy(word), words.passProxy]
        : [words.unreachable(word), words.checkNetwork]
    case 'python-environment':
      return python(word, facts)
    case 'setting-missing':
      return [words.setting(word), changes(its, 'inherit') ? words.passOn : words.enterSetting]
    case 'speaks-http':
      return speaksHttp(word, probes.listens?.some(isOpen) ?? anyAddress.test(outputOf(seen)))
    case 'stdout-noise':
      return [its.degree === 'certain' ? words.noise : words.onlyNoise, words.quiet]
    case 'working-folder':
      return [words.folder(word), words.chooseFolder]
    default:
      return plainly[its.reason]?.(word) ?? crashed(facts)
  }
}

/** A running server that others can reach at these places, and what to do, in one sentence. */
export const exposed = (places: string[]): string =>
  words.sentence(capital(words.openToAll(words.listensAt(places))), words.onlyHere)

/** `toAll`: other computers can reach it. */
function speaksHttp(word: string | undefined, toAll: boolean): Clauses {
  const open = (clause: string): string => (toAll ? words.openToAll(clause) : clause)
  return word !== undefined && /^\d+$/.test(word)
    ? [open(words.listensOn(word)), words.useStreams]
    : [open(words.speaksHttp(word)), words.useAddress]
}

/** Whether the output says that a native module is missing, not that it doesn't fit. */
const isUnbuilt = (output: string): boolean =>
  /Could not locate the bindings file|Cannot find module '[^'\n]{0,400}\.node'/i.test(output)

const placeholder = (word: string, isName: boolean): Clauses => [
  isName ? words.placeholderIn(word) : words.placeholder(word),
  words.fillIn,
]

function crashed({ seen: { exit, platform } }: ProgramFacts): Clauses {
  if (platform === 'win32' && exit === 0xc0000135) return [words.missingLibrary, words.installLibrary]
  return exit === 0 ? [words.endedQuietly, words.checkArguments] : [words.crashed, words.seeOutput]
}

function elsewhere(its: Finding, { seen: { command }, probes }: ProgramFacts): Clauses {
  const folder = its.word ?? ''
  if (probes.firstWordFound !== undefined) return [words.wholeLine(folder), words.takeApart]
  return its.remedies[0]?.kind === 'reopen'
    ? [words.installedSince(command, folder), words.openAgain]
    : [words.elsewhere(command, folder), words.addFolder]
}

function docker(word: string | undefined, { seen }: ProgramFacts): Clauses {
  if (word === '-d') return [words.dockerBackground, words.inForeground]
  if (word === '-i') return [words.dockerInput, words.withInput]
  const output = outputOf(seen)
  if (/no matching manifest|exec format error/i.test(output)) return [words.dockerPlatform, words.emulate]
  if (/pull access denied|manifest for|manifest unknown/i.test(output))
    return [words.dockerImage(word), words.checkImage]
  if (/port is already/i.test(output)) return [words.dockerPort, words.freePort]
  return [words.dockerTerminal, words.withoutTerminal]
}

function file({ word, remedies }: Finding, { seen }: ProgramFacts): Clauses {
  if (seen.args.some(hasQuotes)) return [words.quotesInside, words.withoutQuotes]
  const [first] = remedies
  const missing = words.noFile(word === undefined ? undefined : quoted(word))
  if (first?.kind === 'copy') return [missing, words.buildFirst]
  return [missing, first?.kind === 'setting' && first.field === 'folder' ? words.relativePath : words.correctPath]
}

function helper(word: string, { seen, probes }: ProgramFacts): Clauses {
  if ((probes.helper?.found.length ?? 0) > 0) return [words.noHelper(word), words.addFolder]
  const output = outputOf(seen)
  if (/Executable doesn't exist at/i.test(output)) return [words.noBrowser, words.installBrowser]
  if (/No (?:preset )?version (?:is )?(?:set|installed) for command/i.test(output))
    return [words.noVersion(word), words.chooseVersion]
  return [words.noHelper(word), words.installHelper]
}

function notExecutable(word: string, { seen: { command }, probes }: ProgramFacts): Clauses {
  if (probes.header !== undefined) return [words.foreign(command, probes.header), words.otherBuild]
  if (probes.firstLine?.endsWith('\r') === true) return [words.windowsLineEnds(command), words.saveForUnix]
  if (word !== command && probes.mode !== undefined) return [words.notExecutable(command), words.withInterpreter(word)]
  return [words.notExecutable(command), words.permit]
}

function python(word: string | undefined, { seen }: ProgramFacts): Clauses {
  const output = outputOf(seen)
  const { python: its } = words
  if (/Python was not found/i.test(output)) return [its.stub, its.installPython]
  if (word === undefined) return [its.environment, its.installModule]
  if (/is not provided by package/i.test(output)) return [its.program(word), its.useOffered]
  return /does not satisfy Python/i.test(output)
    ? [its.version(word), its.chooseVersion]
    : [its.module(word), its.installModule]
}

function ofAddress(its: Finding, { seen }: AddressFacts): Clauses {
  const word = its.word === undefined ? undefined : quoted(its.word)
  switch (its.reason) {
    case 'certificate-not-trusted':
      if (seen.error?.code === 'CERT_HAS_EXPIRED') return [words.expired(word ?? ''), words.tellOperator]
      return [words.issuedBy(word ?? ''), words.tellOperator]
    case 'nothing-listening':
      return its.remedies.length > 0
        ? [words.otherFamily(word ?? ''), words.useLiteral]
        : [words.nothingThere(word), words.startIt]
    case 'sign-in-needed': {
      const [first] = its.remedies
      if (first?.kind === 'sign-in') return [words.signIn, words.doSignIn]
      const hasKey = (seen.headerNames ?? []).length > 0
      return hasKey ? [words.keyRefused, words.enterKey] : [words.keyWanted, words.addHeader]
    }
    case 'placeholder-left':
      return placeholder(word ?? '', true)
    case 'proxy-needed':
      return [words.proxyUnused(word ?? ''), words.useProxy]
    case 'sign-in-not-registrable':
      return [words.noRegistration, words.enterClient]
    case 'server-is-ill':
      return [words.ill(word), words.later]
    case 'too-many-requests':
      return [words.tooMany, words.waitSeconds(word)]
    case 'wrong-address':
      return wrongAddress(its, seen)
    default:
      return plainly[its.reason]?.(word) ?? [words.crashed, words.checkUrl]
  }
}

function wrongAddress({ word, degree }: Finding, { error, http }: AddressObservation): Clauses {
  if (error) return [words.unknownHost(word ?? ''), words.checkUrlAndNetwork]
  if (word !== undefined) return [words.neighbour(word), words.useNeighbour]
  if ((http?.status ?? 0) < 400 && degree === 'certain') return [words.page, words.findUrl]
  return degree === 'certain' ? [words.noServer, words.checkUrl] : [words.olderTransport, words.checkUrl]
}
