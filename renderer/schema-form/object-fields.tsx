import { useState, type KeyboardEvent } from 'react'
import type { JsonObject } from '../../shared/schema/json.ts'
import { pointerTo } from '../../shared/schema/pointer.ts'
import { schemaForm } from '../strings/schema-form.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { TextInput } from '../ui/fields/field.tsx'
import { Fold } from '../ui/fold.tsx'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import type { Control, Property } from './describe.ts'
import { isDraftObject, member, withMember, type Draft } from '../state/forms/form-draft.ts'
import { clearedDraft, newItemDraft } from './empty.ts'
import { initialDraft } from './initial.ts'
import { useForm } from './form-context.ts'
import styles from './schema-form.module.css'

const words = schemaForm.object

type ObjectFieldsProps = Extract<Control, { kind: 'object' }> & {
  path: string
  required: boolean
  value: Draft | undefined
  onChange(value: Draft | undefined): void
}

/** Max members with fields at first. */
const shownFirst = 100

/** An object's members: those the server names and, if it allows them, others with names the user chooses. */
export function ObjectFields({ properties, rest, path, required, value, onChange }: ObjectFieldsProps) {
  const { root } = useForm()
  const object = isDraftObject(value) ? value : undefined
  if (!object && path !== '')
    return (
      <Button size="sm" icon="plus" onClick={() => onChange(initialDraft(schemaOf(properties), root) ?? {})}>
        {words.fillIn}
      </Button>
    )
  return (
    <div className={styles.members}>
      <Named properties={properties} path={path} members={object ?? {}} onChange={onChange} />
      <Others properties={properties} rest={rest} path={path} members={object ?? {}} onChange={onChange} />
      {!required && (
        <Button size="sm" kind="ghost" onClick={() => onChange(undefined)}>
          {words.leaveOut}
        </Button>
      )}
    </div>
  )
}

const schemaOf = (properties: Property[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
  required: properties.flatMap(({ name, required }) => (required ? [name] : [])),
})

type MembersProps = {
  properties: Property[]
  path: string
  members: { [key: string]: Draft }
  onChange(value: Draft): void
}

function Named({ properties, path, members, onChange }: MembersProps) {
  const { Member } = useForm()
  const [most, setMost] = useState(shownFirst)
  return (
    <>
      {properties.slice(0, most).map(({ name, schema, required }) => (
        <Member
          key={name}
          schema={schema}
          name={name}
          required={required}
          path={pointerTo(path, name)}
          value={member(members, name)}
          onChange={(next) => onChange(withMember(members, name, next))}
        />
      ))}
      {properties.length > most && (
        <Button size="sm" onClick={() => setMost(most * 4)}>
          {words.showMore(properties.length - most)}
        </Button>
      )}
    </>
  )
}

/** Members the server doesn't name. At the top of a tool that allows none, they're the exception. */
function Others({
  properties,
  rest,
  path,
  members,
  onChange,
}: MembersProps & { rest: JsonObject[string] | undefined }) {
  const { root, Member } = useForm()
  const known = new Set(properties.map(({ name }) => name))
  const names = Object.keys(members).filter((name) => !known.has(name))
  const isEmpty = path === '' && properties.length === 0
  const add = rest !== undefined && (
    <NewMember
      taken={[...known, ...names]}
      onAdd={(name) => onChange(withMember(members, name, newItemDraft(rest, root)))}
    />
  )
  return (
    <>
      {isEmpty && <p className={styles.none}>{rest === undefined ? words.takesNone : words.asksForNone}</p>}
      {names.map((name) => (
        <div key={name} className={styles.row}>
          <Member
            schema={rest ?? {}}
            name={name}
            path={pointerTo(path, name)}
            value={member(members, name)}
            onChange={(next) => onChange(withMember(members, name, next ?? clearedDraft(rest, root)))}
          />
          <IconButton
            size="sm"
            icon="close"
            label={words.remove(plainLabel(name))}
            onClick={() => onChange(withMember(members, name, undefined))}
          />
        </div>
      ))}
      {add && (isEmpty ? <Fold label={words.sendAllTheSame}>{add}</Fold> : add)}
    </>
  )
}

/** Asks for a member's name before adding it. */
function NewMember({ taken, onAdd }: { taken: string[]; onAdd(name: string): void }) {
  const [name, setName] = useState('')
  const obstacle = name === '' ? words.nameFirst : taken.includes(name) ? words.nameTaken : undefined
  const add = (): void => {
    if (obstacle !== undefined) return
    onAdd(name)
    setName('')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    add()
  }
  return (
    <div className={styles.row}>
      <TextInput
        aria-label={words.newName}
        placeholder={words.newName}
        spellCheck={false}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button icon="plus" unavailable={obstacle} onClick={add}>
        {words.add}
      </Button>
    </div>
  )
}
