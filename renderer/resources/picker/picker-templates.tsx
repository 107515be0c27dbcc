import { useEffect, useRef, type KeyboardEvent } from 'react'
import { resources } from '../../strings/resources.ts'
import { classes } from '../../ui/classes.ts'
import { Empty } from '../../ui/empty.tsx'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './picker-templates.module.css'
import { TemplateForm } from './template-form.tsx'
import type { OfferedTemplate } from '../../state/resources/templates.ts'
import type { ResourceChoice } from '../../state/resources/use-choice.ts'
import type { Readings } from '../../state/resources/use-readings.ts'

const words = resources.templates

type TemplateListProps = {
  templates: OfferedTemplate[]
  query: string
  chosen: OfferedTemplate | undefined
  onChoose(template: OfferedTemplate): void
  onFound(count: number): void
}

/** All servers' templates; the arrow keys choose one, whose form appears next to the list. */
export function TemplateList({ templates, query, chosen, onChoose, onFound }: TemplateListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => onFound(templates.length), [templates.length, onFound])
  if (templates.length === 0)
    return (
      <Empty icon="template" title={query.trim() === '' ? words.none : words.nothingFits}>
        {query.trim() === '' ? words.noneHelp : words.nothingFitsHelp(plainLabel(query, 60))}
      </Empty>
    )
  const at = Math.max(
    0,
    templates.findIndex(({ key }) => key === chosen?.key),
  )
  const move = (event: KeyboardEvent): void => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: templates.length - 1 }[event.key]
    const next = to === undefined ? undefined : templates[to]
    if (to === undefined || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (!next) return
    onChoose(next)
    const option = list.current?.children[to]
    if (option instanceof HTMLElement) option.focus()
  }
  return (
    <div ref={list} role="listbox" aria-label={words.label} className={styles.list} onKeyDown={move}>
      {templates.map((one, index) => (
        <div
          key={one.key}
          role="option"
          aria-selected={one.key === chosen?.key}
          tabIndex={index === at ? 0 : -1}
          {...(index === at && { 'data-resource-tree': true })}
          className={classes(styles.option, one.key === chosen?.key && styles.chosen)}
          onClick={() => onChoose(one)}
          onFocus={() => onChoose(one)}
        >
          <Icon name="template" size={14} />
          <span className={styles.texts}>
            <span>
              <bdi className="medium">{plainLabel(one.entry.title ?? one.entry.name, 60)}</bdi>{' '}
              <span className="fs-small ink2">{one.serverName}</span>
            </span>
            <code className={styles.template}>{plainLabel(one.entry.template, 200)}</code>
          </span>
        </div>
      ))}
    </div>
  )
}

type TemplateDetailProps = { template: OfferedTemplate | undefined; readings: Readings; choice: ResourceChoice }

/** The chosen template's form. */
export function TemplateDetail({ template, readings, choice }: TemplateDetailProps) {
  if (!template) return <p className="ink3">{words.chooseOne}</p>
  return <TemplateForm offered={template} readings={readings} choice={choice} />
}
