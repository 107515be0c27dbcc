import { useState } from 'react'
import type { ListedSkill } from '../../../shared/content/skills.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { isPinned, skillItem } from '../../../shared/state/pins.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { ResourceContents } from '../../content/resource-contents.tsx'
import { useAction } from '../../state/action.ts'
import { useLookup } from '../../state/query.ts'
import { useHost, useLink } from '../../state/replica.ts'
import { useAdminBlock } from '../../state/rights.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { skills } from '../../strings/servers/skills.ts'
import { ui } from '../../strings/ui.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/fields/field.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import styles from './skills-section.module.css'

const words = skills.dialog

type SkillDialogProps = { server: ServerSummary; skill: ListedSkill; onClose(): void }

/** A skill's files for the user to read, one at a time, and the approval of all of them. */
export function SkillDialog({ server: { id, name: from }, skill, onClose }: SkillDialogProps) {
  const link = useLink()
  const { uri, name, files } = skill
  const [file, setFile] = useState(uri)
  const { answer, problem, isCurrent } = useLookup(file, () => link.call('readSkillFile', { server: id, uri, file }))
  const set = answer?.set ?? skill.set
  const isApproved = useHost((state) => isPinned(consentOf(state, id).pins, skillItem(uri), set))
  const adminBlock = useAdminBlock()
  const approval = useAction(() => link.call('approveSkill', { server: id, uri, set }))
  const block = adminBlock ?? (answer && problem === undefined ? undefined : skills.section.approveFirst)
  return (
    <Dialog
      open
      size="lg"
      title={words.title(name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui.close}</Button>
          {isApproved ? (
            <span className="ink3">{skills.section.standing.approved}</span>
          ) : (
            <Button busy={approval.busy} unavailable={block} onClick={() => void approval.run()}>
              {skills.section.approve}
            </Button>
          )}
        </>
      }
    >
      <Field label={words.files}>
        <Select className={styles.files} value={file} onChange={(event) => setFile(event.target.value)}>
          {files.map((one) => (
            <option key={one.uri} value={one.uri}>
              {plainLabel(one.uri, 120)}
            </option>
          ))}
        </Select>
      </Field>
      {approval.problem !== undefined && <Note kind="no">{approval.problem}</Note>}
      {problem !== undefined && <Note kind="no">{problem}</Note>}
      {problem === undefined && (!answer || !isCurrent) && <Loading what={words.loading} />}
      {problem === undefined && answer && isCurrent && (
        <>
          <p className="ink3">{words.verified}</p>
          <ResourceContents contents={[answer.content]} from={from} />
        </>
      )}
      <p className="ink3">{words.approving}</p>
    </Dialog>
  )
}
