import { useState } from 'react'
import { believedIn, toBelieving } from '../../../shared/rules/levels.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { isPinned, toolItem } from '../../../shared/state/pins.ts'
import { useAction } from '../../state/action.ts'
import { useHost, useLink, useReplica } from '../../state/replica.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { rulesInForce, useRulesInForce } from '../../state/rules.ts'
import { rules as rulesWords } from '../../strings/inbox/rules.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, FieldGroup } from '../../ui/fields/field.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { RuleTrialReport } from './rule-trial.tsx'
import styles from './rule.module.css'

const words = rulesWords.levels

type Believable = { id: string; name: string; reads: number }

/** The servers with tools in use that claim to only read, by name. */
export function believable({ servers, configured, consents }: HostState): Believable[] {
  return Object.entries(servers)
    .map(([id, { tools }]) => ({
      id,
      name: displayName(id, configured.servers[id]),
      reads: Object.values(tools).filter(
        ({ name, hash, claims }) => claims.readOnly && isPinned(consentOf({ consents }, id).pins, toolItem(name), hash),
      ).length,
    }))
    .filter(({ reads }) => reads > 0)
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

type ReadsDialogProps = {
  /** Absent: the level of new conversations. */
  conversation?: string | undefined
  /** For a conversation that hasn't begun: takes the chosen servers instead of changing rules. */
  onChosen?: ((servers: string[]) => void) | undefined
  onSaved(): void
  onClose(): void
}

/** Chooses the servers that are believed when they say that a tool only reads, and shows the effect on past calls. */
export function ReadsDialog({ conversation, onChosen, onSaved, onClose }: ReadsDialogProps) {
  const link = useLink()
  const replica = useReplica()
  const state = useHost((now) => now)
  const servers = believable(state)
  const rules = useRulesInForce()
  const [chosen, choose] = useState(() => {
    const here = believedIn(rules, conversation)
    // Proposes servers that were believed anywhere before.
    return here.length > 0 ? here : [...new Set(rules.flatMap(({ reads, server }) => (reads ? [server] : [])))]
  })
  const block = useAdminBlock()
  const saving = useAction(async () => {
    if (onChosen) onChosen(chosen)
    else {
      const change = toBelieving(chosen, rulesInForce(replica), conversation)
      if (change.add.length + change.remove.length > 0) await link.call('changeRules', change)
    }
    onSaved()
  })
  const drafts = toBelieving(chosen, []).add
  const missing = block ?? (chosen.length === 0 ? words.needsServer : undefined)
  return (
    <Dialog
      open
      keepOpen
      size="lg"
      title={words.dialog}
      onClose={onClose}
      submit={() => missing === undefined && void saving.run()}
      footer={
        <>
          <span className={styles.hint}>{missing ?? words.undo}</span>
          <Button onClick={onClose}>{rulesWords.dialog.cancel}</Button>
          <Button
            kind="primary"
            keys="Ctrl Enter"
            busy={saving.busy}
            unavailable={missing}
            onClick={() => void saving.run()}
          >
            {words.save}
          </Button>
        </>
      }
    >
      <p>{words.lede}</p>
      {servers.length === 0 ? (
        <Note>{words.noServer}</Note>
      ) : (
        <FieldGroup label={words.servers}>
          {servers.map(({ id, name, reads }) => (
            <Checkbox
              key={id}
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                choose(target.checked ? [...chosen, id] : chosen.filter((server) => server !== id))
              }
            >
              {words.server(name, reads)}
            </Checkbox>
          ))}
        </FieldGroup>
      )}
      <RuleTrialReport drafts={drafts.length > 0 ? drafts : undefined} content={JSON.stringify(drafts)} />
      <p className="small ink3">{words.stillAsks}</p>
      {saving.problem !== undefined && <Note kind="no">{saving.problem}</Note>}
    </Dialog>
  )
}
