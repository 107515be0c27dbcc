import { ownCalls } from '../../../shared/state/call-fold.ts'
import type { Call, Turn } from '../../../shared/state/conversation.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { chat } from '../../strings/chat.ts'
import { askedCalls, callState, glyphOf, wordOf, type CallState } from '../call/call-state.ts'

const words = chat.callMap

/** A call and its turn. */
export type PlacedCall = { call: Call; turn: string }

const known = new WeakMap<Turn, PlacedCall[]>()

/** A conversation's calls in order; an unchanged turn isn't walked again. */
export const callsOf = (turns: readonly Turn[]): PlacedCall[] => turns.flatMap(callsOfTurn)

function callsOfTurn(turn: Turn): PlacedCall[] {
  const before = known.get(turn)
  if (before) return before
  const calls = [...ownCalls(turn), ...turn.messages.flatMap((message) => message.calls)]
  const placed = calls.map((call) => ({ call, turn: turn.id }))
  known.set(turn, placed)
  return placed
}

/** The tones a tick can have; with several calls, the first of these wins. */
export const tones = ['waiting', 'running', 'failed', 'other'] as const
export type Tone = (typeof tones)[number]

/** One tick: a call, or neighbouring ones if there are many. `call` is the one it leads to. */
export type MapMark = { call: string; from: number; to: number; tone: Tone; beginsTurn: boolean; words: string }

/** Max ticks: more couldn't be told apart. */
export const mostMarks = 80

type Now = Pick<HostState, 'asks' | 'turns'>

/** The map's ticks. `nameOf` returns a server's display name. */
export function marksOf(calls: PlacedCall[], now: Now, nameOf: (call: Call) => string): MapMark[] {
  const isAsked = askedCalls(now)
  const each = Math.max(1, Math.ceil(calls.length / mostMarks))
  const marks: MapMark[] = []
  for (let from = 0; from < calls.length; from += each) {
    const states = calls.slice(from, from + each).map(({ call, turn }) => ({
      call,
      turn,
      state: callState(call, now.turns[turn]?.calls[call.id], isAsked(call.id)),
    }))
    const tone = tones.find((one) => states.some(({ state }) => toneOf(state) === one)) ?? 'other'
    const led = states.find(({ state }) => toneOf(state) === tone) ?? states[0]
    if (!led) continue
    marks.push({
      call: led.call.id,
      from,
      to: from + states.length - 1,
      tone,
      beginsTurn: states.some(({ turn }, index) => turn !== calls[from + index - 1]?.turn),
      words: wordsOf(states, from, calls.length, nameOf),
    })
  }
  return marks
}

function toneOf(state: CallState): Tone {
  const glyph = glyphOf(state)
  if (glyph === 'waiting' || glyph === 'running') return glyph
  return glyph === 'failed' || glyph === 'denied' ? 'failed' : 'other'
}

type Stated = { call: Call; state: CallState }

function wordsOf(states: Stated[], from: number, all: number, nameOf: (call: Call) => string): string {
  const [only] = states
  if (states.length === 1 && only) return words.call(from + 1, all, nameOf(only.call), wordOf(only.state))
  return words.calls(from + 1, from + states.length, all, countsOf(states.map(({ state }) => state)))
}

/** States as counts: "3 succeeded, 1 failed". */
export function countsOf(states: CallState[]): string {
  const counts = new Map<string, number>()
  for (const state of states) counts.set(wordOf(state), (counts.get(wordOf(state)) ?? 0) + 1)
  return [...counts].map(([word, count]) => `${count} ${word.toLowerCase()}`).join(', ')
}

/** The previous or next call; from outside, the last one, and past the end, the first. */
export function neighbourOf(calls: PlacedCall[], current: string | undefined, step: 1 | -1): string | undefined {
  const at = calls.findIndex(({ call }) => call.id === current)
  if (at === -1) return (step === 1 ? calls[0] : calls.at(-1))?.call.id
  return calls[Math.min(Math.max(at + step, 0), calls.length - 1)]?.call.id
}
