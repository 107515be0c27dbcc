import type { Locator, Page } from '@playwright/test'
import { any, whole, words } from '../../support/words.ts'

// Servers' prompts and resources in a conversation.

const { followed: following, picker: picking } = words.resources

export const promptMenu = (page: Page): Locator => page.getByRole('listbox', { name: words.prompts.menu.list })
export const promptForm = (page: Page): Locator =>
  page.getByRole('form', { name: whole(words.prompts.form.label(any, any)) })

export const picker = (page: Page): Locator => page.getByRole('dialog', { name: picking.title })
/** Next to the list: details of the highlighted resource. */
export const detail = (page: Page): Locator => picker(page).getByRole('region', { name: picking.detail })
/** The number of matches. */
export const matches = (page: Page, count: number): Locator =>
  picker(page).getByText(picking.matches(count), { exact: true })

/** The attachments of the next message. */
export const chips = (page: Page): Locator =>
  page.getByRole('list', { name: words.composer.picked.list }).getByRole('listitem')
/** The followed resources. */
export const followed = (page: Page): Locator => page.getByRole('list', { name: following.label }).getByRole('listitem')
