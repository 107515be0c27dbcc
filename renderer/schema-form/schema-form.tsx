import { useState, type ComponentProps } from 'react'
import { schemaForm } from '../strings/schema-form.ts'
import { Apart } from '../ui/json/apart.tsx'
import { JsonControl, NumberControl, TextControl, YesNoControl } from './controls.tsx'
import { describeSchema, isLongText, type Described } from './describe.ts'
import { draftText, type Draft } from '../state/forms/form-draft.ts'
import { canShow, isSame, mostItemFields } from './fits.ts'
import { FormContext, useForm, type Form, type MemberProps } from './form-context.ts'
import { ChoiceControl, ChoicesControl } from './option-controls.tsx'
import { Fixed, Group, Labelled, accessibleName } from './labelled.tsx'
import { ListFields } from './list-fields.tsx'
import { ObjectFields } from './object-fields.tsx'
import { VariantFields } from './variant-fields.tsx'

const { json: jsonWords } = schemaForm

type SchemaFormProps = Omit<Form, 'Member'> & { value: Draft | undefined; onChange(value: Draft | undefined): void }

/** A form for any JSON Schema, drawn by itself: schemas without a control are written as JSON, and nothing typed is lost. */
export function SchemaForm({ value, onChange, ...form }: SchemaFormProps) {
  return (
    <FormContext value={{ ...form, Member: SchemaField }}>
      <Apart of={form.root} raw={() => form.root}>
        <SchemaField schema={form.root} path="" value={value} onChange={onChange} />
      </Apart>
    </FormContext>
  )
}

/** One schema and its value, with everything below it. */
function SchemaField(props: MemberProps) {
  const { root, problems } = useForm()
  const { schema, name, required = true, isVariant = false, path, value, onChange } = props
  const it = shown(describeSchema(schema, root), required, value)
  const isOwn = isVariant ? value !== undefined : it.kind !== 'variants' || value === undefined
  const problem = isOwn && Object.hasOwn(problems, path) ? problems[path] : undefined
  const words = { name, title: it.title, description: it.description, required, isVariant, path, problem }
  const edit = { value, onChange }
  switch (it.kind) {
    case 'text':
      return <TextField it={it} words={words} edit={edit} />
    case 'number':
      return (
        <Labelled {...words}>
          <NumberControl {...it} {...edit} />
        </Labelled>
      )
    case 'choice':
      return (
        <Labelled {...words}>
          <ChoiceControl options={it.options} required={required} {...edit} />
        </Labelled>
      )
    case 'json':
      return (
        <Labelled {...words} wide why={it.why}>
          <JsonControl {...edit} />
        </Labelled>
      )
    case 'constant':
    case 'nothing':
      return isVariant && it.kind === 'nothing' ? null : (
        <Fixed {...words} value={it.kind === 'constant' ? it.value : null} />
      )
    case 'yes-no':
      return (
        <Group {...words} narrow>
          <YesNoControl label={accessibleName(words)} required={required} {...edit} />
        </Group>
      )
    case 'choices':
    case 'object':
    case 'list':
    case 'variants':
      return (
        <Group {...words} conditional={it.conditional}>
          {it.kind === 'choices' && <ChoicesControl options={it.options} label={accessibleName(words)} {...edit} />}
          {it.kind === 'object' && <ObjectFields {...it} path={path} required={required} {...edit} />}
          {it.kind === 'list' && <ListFields {...it} path={path} required={required} {...edit} />}
          {it.kind === 'variants' && (
            <VariantFields {...it} label={accessibleName(words)} path={path} required={required} {...edit} />
          )}
        </Group>
      )
    default:
      return it satisfies never
  }
}

type TextFieldProps = {
  it: Extract<Described, { kind: 'text' }>
  words: Omit<ComponentProps<typeof Labelled>, 'children'>
  edit: Pick<MemberProps, 'value' | 'onChange'>
}

/** A text's field. It keeps the size it starts with, so nothing moves while the user types. */
function TextField({ it, words, edit }: TextFieldProps) {
  const [isLong] = useState(() => isLongText(it, words.name, draftText(edit.value)))
  return (
    <Labelled {...words} wide={isLong}>
      <TextControl format={it.format} isLong={isLong} {...edit} />
    </Labelled>
  )
}

/** The control for a value as it is: JSON if the control can't show it, and a yes/no choice first if it's optional. */
function shown(it: Described, required: boolean, value: Draft | undefined): Described {
  if (!canShow(value, it)) {
    const why = it.kind === 'list' ? jsonWords.tooManyItems(mostItemFields) : jsonWords.doesNotFit
    return { ...it, kind: 'json', why }
  }
  if (it.kind !== 'constant' && it.kind !== 'nothing') return it
  const only = it.kind === 'constant' ? it.value : null
  if (required && isSame(value, only)) return it
  return { ...it, kind: 'choice', options: [{ value: only, label: JSON.stringify(only) }] }
}
