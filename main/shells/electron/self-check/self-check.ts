import { writeFileSync } from 'node:fs'
import { release } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Ask } from '../../../../shared/asks/asks.ts'
import type { CommandName, Input, Result } from '../../../../shared/contract/commands.ts'
import { isObject } from '../../../../shared/schema/json.ts'
import type { HostState } from '../../../../shared/state/state.ts'
import { contentHashOf } from '../../../host/base/hash.ts'
import { controlOf } from '../menu.ts'
import type { MainWindow } from '../window.ts'
import { checkedCall } from './request.ts'
import { Steps, until } from './steps.ts'
import { selfCheckWords as words } from './words.ts'

/** Milliseconds for which keys are tried in a window without focus; a question only counts keys in one that has it. */
const focusPatience = 10_000

/** Milliseconds between two tries; a question can't be allowed before it was on screen for half a second. */
const pressEvery = 1000

/** Milliseconds for a page to come to rest before its picture is taken. */
const restPatience = 2000

/** Letters alone have more, from the smoothing of their edges. */
const fewestColours = 16

/** The call that the log must have. */
const onlyCall = { server: checkedCall.server, tool: checkedCall.tool, asked: { json: checkedCall.arguments } }
const measuredWords = words.measured.split(' ').length

type Options = {
  directory: string
  window: Pick<MainWindow, 'current' | 'isVisible' | 'goTo' | 'press'>
  state: () => HostState
  version: string
  /** Electron's name for what draws its windows on Linux. */
  display: string
}

/**
 * Has one conversation in the window, as a user would: the page sends a message, shows the model's call and allows it.
 * True if every step went well. Only for a folder that `prepareSelfCheck` prepared.
 */
export class SelfCheck {
  readonly #options: Options
  readonly #steps: Steps
  #conversation = ''
  /** The hash of the question that was on screen; the answer counts for no other. */
  #photographed = ''

  constructor(options: Options) {
    this.#options = options
    this.#steps = new Steps(options.directory)
  }

  async run(): Promise<boolean> {
    const steps: Record<string, () => Promise<string | void>> = {
      start: async () => this.#writeFacts(),
      window: () => until(() => this.#options.window.isVisible || undefined).then(() => undefined),
      page: () => this.#meetPage(),
      installation: () => this.#checkInstallation(),
      message: () => this.#send(),
      question: () => this.#showQuestion(),
      'question-picture': () => this.#takePicture('question.png'),
      answer: () => this.#answer(),
      reply: () => this.#seeReply(),
      'reply-picture': () => this.#takePicture('reply.png'),
    }
    for (const [name, work] of Object.entries(steps)) {
      if (await this.#steps.take(name, work)) continue
      await this.#steps.take('problem-picture', () => this.#takePicture('problem.png'))
      return false
    }
    return true
  }

  #writeFacts(): void {
    const { electron, chrome, node } = process.versions
    const { version, display } = this.#options
    const system = `${process.platform} ${release()} ${process.arch}`
    this.#write('facts.json', JSON.stringify({ atrium: version, electron, chrome, node, system, display }))
  }

  async #meetPage(): Promise<void> {
    await until(async () => ((await this.#page('document.querySelector("nav") !== null')) === true ? true : undefined))
    const { version } = await this.#call('getAbout', {})
    if (version !== this.#options.version) throw new Error(words.notThisVersion(version))
  }

  async #checkInstallation(): Promise<string | undefined> {
    const { parts, report } = await this.#call('checkInstallation', {
      browser: String(await this.#page('navigator.userAgent')),
    })
    this.#write('installation.txt', `${report}\n`)
    const problems = parts.filter(({ health }) => health === 'problem').map(({ title }) => title)
    return problems.length === 0 ? undefined : words.parts(problems)
  }

  async #send(): Promise<void> {
    const { conversation, turn = '' } = await this.#call('sendMessage', { text: words.message(words.measured) })
    this.#conversation = conversation
    let began = false
    await until(() => {
      const { asks, turns } = this.#options.state()
      if (asks.length > 0) return true
      // The window's own view of the host can be behind the page's command.
      began ||= turns[turn] !== undefined
      if (began && turns[turn] === undefined) throw new Error(words.noCall)
      return undefined
    })
  }

  async #showQuestion(): Promise<void> {
    const ask = this.#ask()
    this.#photographed = ask.contentHash
    this.#options.window.goTo(`#/c/${encodeURIComponent(this.#conversation)}`)
    const there = `document.querySelector(${JSON.stringify(`[data-ask="${ask.id}"]`)}) !== null`
    await until(async () => ((await this.#page(there)) === true ? true : undefined))
  }

  /** The one question, about the one call; any other is none that the check may answer. */
  #ask(): Extract<Ask, { kind: 'approval' }> {
    const [ask, ...others] = this.#options.state().asks
    if (ask?.kind !== 'approval' || others.length > 0) throw new Error(words.otherQuestion)
    const { server, tool, arguments: given } = ask.question
    if (!isDeepStrictEqual({ server, tool, arguments: given }, checkedCall)) throw new Error(words.otherQuestion)
    if (ask.contentHash !== contentHashOf(ask)) throw new Error(words.otherContent)
    return ask
  }

  /** Allows the call by its key, as a user does; in a window that can't get focus, by its command. */
  async #answer(): Promise<string | undefined> {
    const { id, contentHash } = this.#ask()
    if (contentHash !== this.#photographed) throw new Error(words.otherContent)
    const { window, state } = this.#options
    const isOpen = (): boolean => state().asks.some((it) => it.id === id)
    const began = performance.now()
    let note: string | undefined
    await until(async () => {
      if (!isOpen()) return true
      window.press({ key: '.', modifiers: [controlOf(process.platform)] })
      window.press({ key: 'A' })
      if (performance.now() - began < focusPatience || (await this.#page('document.hasFocus()')) === true)
        return undefined
      await this.#call('answer', { ask: id, contentHash, answer: { decision: 'allow', scope: 'once' } })
      note = words.withoutFocus
      return undefined
    }, pressEvery)
    return note
  }

  async #seeReply(): Promise<void> {
    const { state } = this.#options
    await until(() => (Object.keys(state().turns).length === 0 ? true : undefined))
    await this.#checkCall()
    const text = `document.body.innerText.includes(${JSON.stringify(words.reply)})`
    await until(async () => ((await this.#page(text)) === true ? true : undefined))
  }

  /** The one call as the log has it: what was asked for, allowed by the user, and answered with the right figures. */
  async #checkCall(): Promise<void> {
    const { conversation } = await this.#call('getConversation', { conversation: this.#conversation })
    const [call, ...others] = conversation.turns.flatMap(({ messages }) => messages.flatMap(({ calls }) => calls))
    if (!call || others.length > 0) throw new Error(words.otherCalls)
    const { server, tool, arguments: asked, edited, clearedBy, outcome } = call
    if (!isDeepStrictEqual({ server, tool, asked, edited }, { ...onlyCall, edited: undefined }))
      throw new Error(words.otherCalls)
    if (!clearedBy || !('person' in clearedBy)) throw new Error(words.notAllowed)
    if (outcome?.status !== 'succeeded') throw new Error(words.callEnded(outcome?.status ?? 'open'))
    const result = 'json' in outcome.result && isObject(outcome.result.json) ? outcome.result.json : {}
    const figures = isObject(result['structuredContent']) ? result['structuredContent'] : {}
    if (figures['words'] !== measuredWords) throw new Error(words.wrongResult)
  }

  async #takePicture(name: string): Promise<void> {
    await this.#rest()
    const picture = await this.#options.window.current?.webContents.capturePage()
    if (!picture || picture.isEmpty()) throw new Error(words.emptyPicture)
    this.#write(name, picture.toPNG())
    if (!hasColours(picture.toBitmap())) throw new Error(words.uniformPicture)
  }

  /** Waits for what is still being drawn. A page that never rests is photographed as its user sees it. */
  async #rest(): Promise<void> {
    const end = performance.now() + restPatience
    while (performance.now() < end) {
      const isStill = await Promise.race([this.#page(stillPage), wait(restPatience)])
      if (isStill === true) return
      await wait(50)
    }
  }

  /** Runs one of the check's own expressions in the page. */
  async #page(code: string): Promise<unknown> {
    return this.#options.window.current?.webContents.executeJavaScript(code)
  }

  /** Runs a command as the page does: through the preload, with the page as its sender. */
  async #call<N extends CommandName>(name: N, input: Input<N>): Promise<Result<N>> {
    const text = JSON.stringify(JSON.stringify(input))
    const given = String(await this.#page(`window.atrium.call(${JSON.stringify(name)}, ${text})`))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the host's own reply to this command
    const reply = JSON.parse(given) as Reply<N>
    if ('error' in reply) throw new Error(words.refused(reply.error.message))
    return reply.result
  }

  #write(name: string, content: string | Buffer): void {
    writeFileSync(this.#steps.fileNamed(name), content, { mode: 0o600, flag: 'wx' })
  }
}

/** In the page: nothing moves but what never ends. Hidden pages don't answer. */
const stillPage = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(
  document.fonts.status === 'loaded' &&
  document.getAnimations().every((it) => it.playState !== 'running' || it.effect?.getComputedTiming().endTime === Infinity)
))))`

/** Whether a picture has more colours than an unpainted window. `bitmap`: four bytes for each pixel. */
function hasColours(bitmap: Buffer): boolean {
  const seen = new Set<number>()
  for (let at = 0; at + 4 <= bitmap.length && seen.size < fewestColours; at += 4) seen.add(bitmap.readUInt32LE(at))
  return seen.size >= fewestColours
}

type Reply<N extends CommandName> = { result: Result<N> } | { error: { message: string } }
