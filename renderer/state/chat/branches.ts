import { textOfMessage } from '../../../shared/content/attachments.ts'
import type { Turn } from '../../../shared/state/conversation.ts'
import { createStore, useStore } from '../store.ts'
import { makeIntent, useArrivalOf, useIntent } from '../intent.ts'
import type { Transcript } from './transcript.ts'

/** The message being edited, by its turn, and its text so far; one in a window. */
type Edited = { turn: string; text: string }

const edited = createStore<Edited | undefined>(undefined)

/** The turn that the user goes to, and the part of it that takes focus. */
const entered = makeIntent()

/** The step back to the branch before, the step to the next one, or the edited message. */
export type PartOfTurn = 'previous' | 'next' | 'edit'

const keyOf = (turn: string, part: PartOfTurn): string => `${turn} ${part}`

/** Goes to a part of a turn, as soon as it is on the page. */
export const enterTurn = (turn: string, part: PartOfTurn): void => entered.set(keyOf(turn, part))

/** The turn that the user goes to, until they have arrived. */
export const useEnteredTurn = (): string | undefined => useIntent(entered)?.split(' ')[0]

/** Called when the user arrives at this part of the turn. */
export const useTurnArrival = (turn: string, part: PartOfTurn, arrive: () => void): void =>
  useArrivalOf(entered, keyOf(turn, part), arrive)

/** Begins to edit a message, and goes there. */
export function editMessage(turn: string, text: string): void {
  if (edited.get()?.turn !== turn) edited.set({ turn, text })
  enterTurn(turn, 'edit')
}

/** Begins to edit the user's last message of a branch; false if it has none. */
export function editLast(turns: readonly Turn[]): boolean {
  const last = turns.findLast(({ message }) => message !== undefined)
  if (last?.message) editMessage(last.id, textOfMessage(last.message))
  return last !== undefined
}

/** Keeps the edited message's text so far. */
export const changeEdit = (turn: string, text: string): void => edited.set({ turn, text })

/** Ends editing and drops its text. */
export const leaveEdit = (): void => edited.set(undefined)

/** This turn's message as edited so far; undefined while it isn't. */
export function useEdited(turn: string): string | undefined {
  const now = useStore(edited)
  return now?.turn === turn ? now.text : undefined
}

/** By turn, those that could stand in its place, itself included; read once per list. */
const besideIn = new WeakMap<readonly Turn[], Map<string, string[]>>()

/** The turns that could stand in this one's place, itself included, as they began. */
export function turnsBeside({ turnsThere }: Pick<Transcript, 'turnsThere'>, turn: string): string[] {
  const beside = besideIn.get(turnsThere) ?? new Map<string, string[]>()
  if (!besideIn.has(turnsThere)) {
    for (const group of Map.groupBy(turnsThere, ({ parent }) => parent).values()) {
      const ids = group.map(({ id }) => id)
      for (const id of ids) beside.set(id, ids)
    }
    besideIn.set(turnsThere, beside)
  }
  return beside.get(turn) ?? []
}

/** One way from a place where a conversation divides, up to where it divides again. */
export type Branch = { turns: Turn[]; isDeleted: boolean; ways: Branch[] }

/** A conversation's branches. Deleted ones stay in their place, without what continues from them. */
export function branchesOf(turns: readonly Turn[]): Branch[] {
  const after = Map.groupBy(turns, ({ parent }) => parent)
  const branchAt = (first: Turn): Branch => {
    const line = [first]
    const isDeleted = first.deletedAt !== undefined
    let ways = isDeleted ? [] : (after.get(first.id) ?? [])
    for (let [only] = ways; ways.length === 1 && only && only.deletedAt === undefined; [only] = ways) {
      line.push(only)
      ways = after.get(only.id) ?? []
    }
    return { turns: line, isDeleted, ways: ways.map(branchAt) }
  }
  return (after.get(undefined) ?? []).map(branchAt)
}
