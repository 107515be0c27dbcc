import { useId, useState, type SubmitEvent } from 'react'
import {
  longestInstructions,
  longestProjectName,
  mostProjectFolders,
  type Project,
} from '../../../shared/config/project.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { useAction } from '../../state/action.ts'
import type { MovedConversation } from '../../state/models/projects.ts'
import { modelLabel, modelsByPlace } from '../../state/models/endpoints.ts'
import { useHost } from '../../state/replica.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { frame } from '../../strings/frame.ts'
import { Checkbox, Field, FieldGroup, Radio, Select, TextArea, TextInput } from '../../ui/fields/field.tsx'
import { folderProblem, FolderList } from '../../ui/fields/folder-list.tsx'
import { ActionDialog } from '../../ui/overlay/action-dialog.tsx'
import { useConversationActions } from '../conversations/conversation-actions.ts'
import { goToNewIn } from '../conversations/conversation-ways.ts'
import { useProjectActions } from './project-actions.ts'
import styles from './projects.module.css'

const words = frame.projects

type DialogProps = {
  /** The project to edit, and its current content. */
  id?: string
  before?: Project
  /** Conversations to put into the new project. */
  conversations?: readonly MovedConversation[] | undefined
  onClose(): void
}

/** Creates a project, or changes one. */
export function ProjectDialog({ id, before, conversations = [], onClose }: DialogProps) {
  const form = useId()
  const block = useAdminBlock()
  const projects = useProjectActions()
  const { move } = useConversationActions()
  const [draft, setDraft] = useState<Project>(before ?? { name: '' })
  const [isTried, setTried] = useState(false)
  const change = (part: Partial<Project>): void => setDraft((was) => ({ ...was, ...part }))
  const { folders = [] } = draft
  const [typed, setTyped] = useState('')
  const typedPath = typed.trim()
  const blockOfFolders = draft.servers === undefined ? words.foldersNeed : block
  const pathProblem =
    typedPath === '' ? undefined : (blockOfFolders ?? folderProblem(typedPath, folders, mostProjectFolders))
  const save = useAction(async () => {
    const content = contentOf({ ...draft, folders: typedPath === '' ? folders : [...folders, typedPath] })
    if (id !== undefined && before) {
      await projects.edit(id, content, before)
      return onClose()
    }
    const created = await projects.create(content)
    onClose()
    if (conversations.length > 0) await move(conversations, { id: created, name: content.name })
    else goToNewIn(created)
  })
  const isNameless = draft.name.trim() === ''
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setTried(true)
    if (!isNameless && pathProblem === undefined) void save.run()
  }
  return (
    <ActionDialog
      size="lg"
      keepOpen
      onClose={onClose}
      title={id === undefined ? words.createTitle : words.editTitle}
      leave={words.cancel}
      verb={id === undefined ? words.make : words.save}
      unavailable={block}
      action={save}
      form={form}
    >
      <form id={form} className={styles.form} noValidate onSubmit={onSubmit}>
        <Field label={words.name} error={isTried && isNameless ? words.nameNeeded : undefined}>
          <TextInput
            autoFocus
            maxLength={longestProjectName}
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <Field label={words.instructions} help={words.instructionsHelp} optional>
          <TextArea
            rows={4}
            maxLength={longestInstructions}
            value={draft.instructions ?? ''}
            onChange={(event) => change({ instructions: event.target.value })}
          />
        </Field>
        <ModelOf draft={draft} change={change} />
        <ServersOf draft={draft} change={change} />
      </form>
      <FieldGroup label={words.folders}>
        <FolderList
          folders={folders}
          most={mostProjectFolders}
          block={blockOfFolders}
          typed={{ text: typed, onChange: setTyped, problem: isTried ? pathProblem : undefined }}
          add={(path) => {
            change({ folders: [...folders, path] })
            return Promise.resolve(true)
          }}
          remove={(path) => change({ folders: folders.filter((other) => other !== path) })}
          help={words.foldersHelp}
          isOptional
        />
      </FieldGroup>
    </ActionDialog>
  )
}

/** A draft without its empty parts. */
function contentOf({ name, instructions, model, servers, folders }: Project): Project {
  return {
    name: name.trim(),
    ...(instructions?.trim() && { instructions: instructions.trim() }),
    ...(model && { model }),
    ...(servers && { servers }),
    ...(servers && folders && folders.length > 0 && { folders }),
  }
}

type PartProps = { draft: Project; change(part: Partial<Project>): void }

function ModelOf({ draft: { model }, change }: PartProps) {
  const settings = useHost((state) => state.configured.settings.models)
  const lists = useHost((state) => state.models)
  const choose = (value: string): void => {
    const space = value.indexOf(' ')
    change({ model: space === -1 ? undefined : { endpoint: value.slice(0, space), model: value.slice(space + 1) } })
  }
  return (
    <Field label={words.model}>
      <Select value={model ? `${model.endpoint} ${model.model}` : ''} onChange={(event) => choose(event.target.value)}>
        <option value="">{words.usualModel}</option>
        {modelsByPlace(settings, lists, model).map(({ id, name, models }) => (
          <optgroup key={id} label={name}>
            {models.map((each) => (
              <option key={each.id} value={`${id} ${each.id}`}>
                {modelLabel(each)}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </Field>
  )
}

function ServersOf({ draft: { servers }, change }: PartProps) {
  const configured = useHost((state) => state.configured.servers)
  const all = Object.keys(configured)
  const toggle = (id: string): void => {
    const chosen = servers ?? []
    change({ servers: chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id] })
  }
  return (
    <FieldGroup label={words.servers} help={words.serversHelp}>
      <div className={styles.choices}>
        <Radio name="servers" checked={servers === undefined} onChange={() => change({ servers: undefined })}>
          {words.allServers}
        </Radio>
        <Radio name="servers" checked={servers !== undefined} onChange={() => change({ servers: servers ?? all })}>
          {words.chosenServers}
        </Radio>
        {servers !== undefined && (
          <ul className={styles.servers}>
            {all.length === 0 && <li>{words.noServers}</li>}
            {all.map((id) => (
              <li key={id}>
                <Checkbox checked={servers.includes(id)} onChange={() => toggle(id)}>
                  {plainLabel(displayName(id, configured[id]))}
                </Checkbox>
              </li>
            ))}
          </ul>
        )}
      </div>
    </FieldGroup>
  )
}
