import { useMemo, useState } from 'react'
import { displayName } from '../../../shared/config/server-config.ts'
import { isModelTool, type ToolEntry } from '../../../shared/events/events.ts'
import { ruleWords } from '../../../shared/rules/rule-words.ts'
import type { RuleDraft } from '../../../shared/rules/rules.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { isPinned, toolItem } from '../../../shared/state/pins.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { LimitDialog } from '../../inbox/rule/limit-dialog.tsx'
import { useAction } from '../../state/action.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { settingsRules as words } from '../../strings/settings/settings-pages.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldGroup, Radio } from '../../ui/fields/field.tsx'
import { SearchSelect } from '../../ui/fields/search-select.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'

type AddRuleDialogProps = {
  /** Called with the new rules' IDs. */
  onAdded(added: string[]): void
  onClose(): void
}

type Effect = RuleDraft['effect']

/**
 * Adds a rule without a call: what it is about and its effect. A permission then gets its limits, and another rule can
 * be for some calls only.
 */
export function AddRuleDialog({ onAdded, onClose }: AddRuleDialogProps) {
  const state = useHost((now) => now)
  const subjects = useMemo(() => subjectsOf(state), [state])
  const [key, choose] = useState<string>()
  const [effect, setEffect] = useState<Effect>('allow')
  const [isLimiting, setLimiting] = useState(false)
  const link = useLink()
  const saving = useAction(async (draft: RuleDraft) =>
    onAdded((await link.call('changeRules', { add: [draft] })).added),
  )
  const save = (draft: RuleDraft): void => void saving.run(draft).then((done) => done && onClose())
  const subject = subjects.find((one) => one.key === key)
  const { serverName = '', server = '', tool } = subject ?? {}
  if (isLimiting && tool)
    return (
      <LimitDialog
        serverName={serverName}
        effect={effect}
        tool={{ ...tool, server }}
        busy={saving.busy}
        problem={saving.problem}
        onSave={save}
        onClose={onClose}
      />
    )
  const draft: RuleDraft = {
    effect,
    scope: 'always',
    server,
    ...(tool && { tool: tool.name }),
    conditions: [],
    destructive: false,
    flows: false,
  }
  const isAllowing = effect === 'allow'
  const missing = missingFor(subject, isAllowing)
  const submit = (): void => {
    if (missing !== undefined) return
    if (isAllowing) setLimiting(true)
    else save(draft)
  }
  return (
    <Dialog
      open
      keepOpen
      title={words.title}
      onClose={onClose}
      submit={submit}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          {!isAllowing && (
            <Button unavailable={subject?.tool ? undefined : words.oneToolLimited} onClick={() => setLimiting(true)}>
              {words.someCalls}
            </Button>
          )}
          <Button kind="primary" keys="Ctrl Enter" busy={saving.busy} unavailable={missing} onClick={submit}>
            {isAllowing ? words.limits : words.save}
          </Button>
        </>
      }
    >
      <p>{words.lede}</p>
      {subjects.length === 0 && <Note>{words.noTools}</Note>}
      <Field label={words.tool}>
        <SearchSelect options={subjects} value={key} onChange={choose} />
      </Field>
      <FieldGroup label={words.effect}>
        {(['allow', 'ask', 'deny'] as const).map((each) => (
          <Radio key={each} name="effect" checked={each === effect} onChange={() => setEffect(each)}>
            {words.effects[each]}
          </Radio>
        ))}
      </FieldGroup>
      {subject && !isAllowing && (
        <p>
          <Plain text={`${ruleWords(draft, { server: serverName, tool: tool?.title })}.`} />
        </p>
      )}
      {saving.problem !== undefined && <Note kind="no">{saving.problem}</Note>}
    </Dialog>
  )
}

/** A tool, or if there is none, every tool from the server. */
type Subject = { key: string; label: string; server: string; serverName: string; tool?: ToolEntry }

/** Servers by name, each followed by its tools whose definitions are accepted. */
function subjectsOf({ configured, servers, consents }: HostState): Subject[] {
  return Object.entries(servers)
    .map(([server, { tools }]) => ({ server, serverName: displayName(server, configured.servers[server]), tools }))
    .toSorted((a, b) => a.serverName.localeCompare(b.serverName) || a.server.localeCompare(b.server))
    .flatMap(({ server, serverName, tools }) => {
      const usable = Object.values(tools).filter(
        (tool) => isModelTool(tool) && isPinned(consentOf({ consents }, server).pins, toolItem(tool.name), tool.hash),
      )
      const name = plainLabel(serverName, 60)
      if (usable.length === 0) return []
      return [
        { key: server, label: words.everyTool(name), server, serverName },
        ...usable.map((tool) => ({
          key: `${server} ${tool.name}`,
          server,
          serverName,
          tool,
          label: `${name} › ${plainLabel(tool.title ?? tool.name, 80)}`,
        })),
      ]
    })
}

/** Why the rule can't be added yet. */
function missingFor(subject: Subject | undefined, isAllowing: boolean): string | undefined {
  if (!subject) return words.chooseTool
  return isAllowing && !subject.tool ? words.oneTool : undefined
}
