import { describe, expect, test } from 'vitest'
import { clearanceReason, clearanceWords } from '../../../renderer/chat/call/why-allowed.tsx'
import { ending } from '../../../renderer/chat/call/call-state.ts'
import type { Call } from '../../../shared/state/conversation.ts'
import type { ClearedBy } from '../../../shared/events/turn-events.ts'
import type { Rule } from '../../../shared/rules/rules.ts'
import { words } from '../../support/words.ts'

const { clearance } = words.chat

const call = (rest: Partial<Call>): Call => ({
  id: 'c',
  modelCall: 'm',
  server: 'files',
  tool: 'write_file',
  arguments: { json: {} },
  requestedAt: 1,
  requestedSeq: 1,
  ...rest,
})

const rule: Rule = {
  id: 'r',
  actor: 'desktop',
  effect: 'allow',
  scope: 'always',
  server: 'files',
  tool: 'write_file',
  definition: 'd',
  conditions: [{ at: '/path', is: 'under', folder: '/home/ada' }],
  destructive: true,
  flows: false,
}
const forConversation: Rule = { ...rule, scope: { conversation: 'k' }, conditions: [] }
const { tool: _tool, definition: _definition, ...ofServer } = forConversation
const reads: Rule = { ...ofServer, destructive: false, reads: true }

const why = (clearedBy: ClearedBy | undefined, rest: Partial<Call> = {}, actor = 'desktop') => {
  const cleared = call({ ...(clearedBy && { clearedBy }), ...rest })
  const reason = clearanceReason(cleared, actor, { server: 'Files' })
  return [clearanceWords(cleared, actor), reason?.sentence, reason?.inWords]
}

describe('[APU-7] the explanation of a clearance', () => {
  test.each<[string, ReturnType<typeof why>, ReturnType<typeof why>]>([
    ['you', why({ person: 'desktop' }), [clearance.allowedBy('you'), clearance.whenAsked('You'), undefined]],
    [
      'someone else',
      why({ person: 'web:2' }),
      [clearance.allowedBy(words.ui.actors.tab), clearance.whenAsked('Someone in a browser tab'), undefined],
    ],
    [
      'you, before, for the conversation',
      why({ rule: 'r', said: forConversation }),
      [clearance.forConversation, clearance.sinceAllowed('You'), undefined],
    ],
    [
      'you, before, for all tools that only read',
      why({ rule: 'r', said: reads }),
      [clearance.forConversation, clearance.sinceAllowedReads('You'), undefined],
    ],
    [
      'a rule',
      why({ rule: 'r', said: rule }),
      [
        clearance.byRule,
        clearance.ruleOf('you'),
        'Allow “write_file” on Files when path is inside /home/ada, even if it may delete data, except with text from another server or an attachment, in every conversation, until removed',
      ],
    ],
    ['a rule of an earlier release', why({ rule: 'r' }), [clearance.forConversation, clearance.olderRule, undefined]],
    [
      'yourself, by hand',
      why({ person: 'desktop' }, { modelCall: undefined }),
      [clearance.chosenBy('you'), clearance.ownCall('You'), undefined],
    ],
    [
      'yourself, by hand, against a rule',
      why({ person: 'desktop', against: { ...rule, effect: 'deny', conditions: [] } }, { modelCall: undefined }),
      [
        clearance.chosenBy('you'),
        `${clearance.ownCall('You')} ${clearance.againstRule}`,
        'Deny “write_file” on Files in every conversation, until removed',
      ],
    ],
    ['no one', why(undefined), [undefined, undefined, undefined]],
  ])('covers a call allowed by %s', (_who, said, expected) => {
    expect(said).toEqual(expected)
  })

  test('says that a rule denied the call', () => {
    expect(ending(call({ outcome: { status: 'denied', reason: 'Deny it', rule } }))).toBe(
      words.chat.callEnding.deniedByRule,
    )
  })
})
