import { describe, expect, test } from 'vitest'
import { Leaving } from '../../../main/shells/electron/leaving.ts'
import { desktopWords } from '../../../main/shells/electron/words.ts'
import type { RunningTurn } from '../../../shared/state/running-turns.ts'

const words = desktopWords.quit
const turn: RunningTurn = { conversation: 'c', model: 'm', startedAt: 0, calls: {} }

/** Atrium with a running turn, and a user who presses this button in the question. */
function desk(press: string | undefined) {
  const seen = { turns: { t: turn } as Record<string, RunningTurn>, isVisible: true, ended: 0, asked: [] as string[] }
  const leaving = new Leaving({
    window: {
      get isVisible() {
        return seen.isVisible
      },
      hide: () => void (seen.isVisible = false),
    },
    dialogs: {
      async chooseAmong({ question, actions }) {
        seen.asked.push(question)
        return actions.find((action) => action === press)
      },
    },
    state: () => seen,
    end: () => void (seen.ended += 1),
  })
  return { seen, leaving }
}

describe('[ELE-31] quitting', () => {
  test('ends at once if nothing runs', async () => {
    const { seen, leaving } = desk(words.action)
    seen.turns = {}
    await leaving.quit()
    expect(seen).toMatchObject({ ended: 1, asked: [] })
  })

  test('ends a running turn only if the user says so', async () => {
    for (const [press, ended] of [
      [words.action, 1],
      [undefined, 0],
    ] as const) {
      const { seen, leaving } = desk(press)
      await leaving.quit()
      leaving.look()
      expect(seen).toMatchObject({ ended, asked: [words.replyComes], isVisible: true })
    }
  })

  test('lets the turn finish without a window, and ends with it', async () => {
    const { seen, leaving } = desk(words.whenDone)
    await leaving.quit()
    leaving.look()
    expect(seen).toMatchObject({ ended: 0, isVisible: false })
    seen.turns = {}
    leaving.look()
    leaving.look()
    expect(seen.ended).toBe(1)
  })

  test('stays if the user has opened the window again, and asks the next time', async () => {
    const { seen, leaving } = desk(words.whenDone)
    await leaving.quit()
    seen.isVisible = true
    seen.turns = {}
    leaving.look()
    expect(seen.ended).toBe(0)
    await leaving.quit()
    expect(seen).toMatchObject({ ended: 1, asked: [words.replyComes] })
  })
})
