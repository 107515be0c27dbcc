import { useEffect, useState } from 'react'
import type { Ask, Question } from '../../../shared/asks/asks.ts'
import { loadingDefinition, readingDefinition } from '../../../shared/content/reading.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { isPinned, toolItem } from '../../../shared/state/pins.ts'
import type { SuggestedRule } from '../../../shared/contract/rule-commands.ts'
import { conditionWords } from '../../../shared/rules/rule-words.ts'
import type { RuleDraft } from '../../../shared/rules/rules.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { keepByKey, useKeptByKey } from '../../state/kept-by-key.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { rules } from '../../strings/inbox/rules.ts'
import { skills } from '../../strings/servers/skills.ts'
import { Button } from '../../ui/button.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { head } from '../../../shared/text/clip.ts'
import styles from './approval.module.css'
import { beginning } from '../../../shared/rules/rule-draft.ts'
import type { Edit } from './use-edit.ts'

const words = rules

/** The rule in each question's open dialog, as it began and as it is: it survives a change of the page's layout. */
const begun = keepByKey<{ initial: RuleDraft; draft: RuleDraft }>(20)

/** Whether a question's dialog for a rule is open. */
export const isRuleBegun = (ask: string): boolean => begun.get(ask) !== undefined

/** The step from a call to a rule: the open dialog's rule, and who can open it. */
export function useAlwaysAllow({ id, question }: Extract<Ask, { kind: 'approval' }>, edit: Edit) {
  const [rule, keep] = useKeptByKey(begun, id)
  const open = (initial: RuleDraft): void => keep(() => ({ initial, draft: initial }))
  const block = useAdminBlock()
  const isUsable = useIsUsable(question)
  return {
    rule,
    change: (draft: RuleDraft) => keep((now) => now && { ...now, draft }),
    open,
    begin: () => open(beginning(question, edit.arguments ?? question.arguments)),
    close: () => keep(() => undefined),
    block: block ?? (isUsable ? undefined : unusable(question)),
    /** Its definition is accepted, so a rule for it would apply. */
    isUsable,
  }
}

const unusable = ({ definition, skillsOf }: Question<'approval'>): string =>
  definition === loadingDefinition || skillsOf ? skills.askedEachTime : words.needsReview

/** Rules don't allow a definition that waits for its review. Atrium's own one for reading never waits. */
const useIsUsable = ({ server, tool, definition, skillsOf }: Question<'approval'>): boolean =>
  useHost(
    (state) =>
      !skillsOf &&
      (definition === readingDefinition || isPinned(consentOf(state, server).pins, toolItem(tool), definition)),
  )

/** The button that opens the dialog for a rule; `block` says why it can't be pressed. */
export const AlwaysAllow = ({ always: { block, begin } }: { always: ReturnType<typeof useAlwaysAllow> }) => (
  <Button keys="R" className={styles.wide} unavailable={block} onClick={begin}>
    {words.alwaysAllow}
  </Button>
)

/** A rule suggested by the latest answers to the same tool, in one line. */
export function Suggestion({ ask, open }: { ask: string; open(rule: RuleDraft): void }) {
  const [first] = useSuggestions(ask)
  if (!first) return null
  const { conditions } = first.rule
  const when = conditions.map(conditionWords).join(words.suggestion.and)
  return (
    <p className={styles.suggestion}>
      {words.suggestion.basis(first.basis)}
      <Button size="sm" kind="ghost" className={styles.suggested} onClick={() => open(first.rule)}>
        {when === '' ? words.suggestion.whatever : <Plain text={words.suggestion.when(head(when, 160))} />}
      </Button>
    </p>
  )
}

/** Empty until the host answers, or if it can't. */
function useSuggestions(ask: string): SuggestedRule[] {
  const link = useLink()
  const [suggestions, setSuggestions] = useState<SuggestedRule[]>([])
  useEffect(() => {
    let isWanted = true
    link.call('suggestRules', { ask }).then(
      (answer) => isWanted && setSuggestions(answer.suggestions),
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [link, ask])
  return suggestions
}
