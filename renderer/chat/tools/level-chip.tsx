import { Suspense, useState } from 'react'
import { levelOf, toBelieving, type Level } from '../../../shared/rules/levels.ts'
import { useInOrder } from '../../state/action.ts'
import { useOpenConversation } from '../../state/chat/transcript.ts'
import { changeBeginning, useBeginning } from '../../state/models/beginning.ts'
import { useLink, useReplica, useSession } from '../../state/replica.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { rulesInForce, useRulesInForce } from '../../state/rules.ts'
import { frame } from '../../strings/frame.ts'
import { rules as rulesWords } from '../../strings/inbox/rules.ts'
import type { IconName } from '../../ui/icon.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { lazyPart } from '../../ui/lazy.ts'
import { MenuChip } from './menu-chip.tsx'
import styles from './level-chip.module.css'
import { useToolChoice } from './tools-used.ts'

const ReadsDialog = lazyPart(async () => (await import('../../inbox/rule/reads-dialog.tsx')).ReadsDialog)

const words = rulesWords.levels

const icons: Record<Level, IconName> = { ask: 'hand', reads: 'eye', none: 'off' }
const levels = ['ask', 'reads', 'none'] as const

/** How much the visible conversation, or the new one, asks, with a choice of levels. */
export function LevelChip() {
  const link = useLink()
  const replica = useReplica()
  const conversation = useOpenConversation()?.id
  const beginning = useBeginning()
  const rules = useRulesInForce()
  const { off, change, problem } = useToolChoice()
  const [isOpen, setOpen] = useState(false)
  const isReadOnly = useSession()?.right === 'read'
  const block = useAdminBlock()
  const usual = levelOf(rules, false)
  const asks = useInOrder(async (servers: string[]) => {
    const wanted = toBelieving(servers, rulesInForce(replica), conversation)
    if (conversation === undefined) changeBeginning({ reads: servers })
    else if (wanted.add.length + wanted.remove.length > 0) await link.call('changeRules', wanted)
  })
  const isNew = conversation === undefined && beginning.reads !== undefined && off !== 'all'
  const level = isNew ? (beginning.reads?.length === 0 ? 'ask' : 'reads') : levelOf(rules, off === 'all', conversation)
  const giveTools = (): void => void (off === 'all' && change({}))
  const choose = (to: Level): void => {
    if (to === 'reads') return setOpen(true)
    if (to === 'none') return change('all')
    giveTools()
    if (level !== 'ask' || off === 'all') void asks.run([])
  }
  const wrong = problem ?? asks.problem
  return (
    <>
      <Menu
        trigger={
          <MenuChip icon={icons[level]} words={words.names[level]} aria-label={words.chip(words.names[level])}>
            {level === 'reads' && usual !== 'reads' && <i className={styles.wider} aria-hidden />}
          </MenuChip>
        }
        items={levels.map((each) => ({
          label: words.choices[each],
          detail: words.details[each],
          icon: icons[each],
          checked: each === level,
          unavailable: isReadOnly ? frame.rights.mayLook : each === 'none' ? undefined : block,
          onSelect: () => choose(each),
        }))}
      />
      {wrong !== undefined && (
        <span className={styles.problem} role="alert">
          {wrong}
        </span>
      )}
      {isOpen && (
        <Suspense>
          <ReadsDialog
            conversation={conversation}
            onChosen={conversation === undefined ? (servers) => changeBeginning({ reads: servers }) : undefined}
            onSaved={() => {
              giveTools()
              setOpen(false)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
