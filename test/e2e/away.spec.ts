import { noticeWords } from '../../shared/state/notice-words.ts'
import { words } from '../support/words.ts'
import { expect, test } from './support/app.ts'
import { look } from './support/look.ts'
import { Steps } from './support/steps.ts'

const { notices } = words.settings.appearance

/** The user's eyes, and their answer to the browser, whose dialog isn't part of the page. */
const watched = (): void => {
  const shown: Notification[] = []
  let isInFront = true
  let permission: NotificationPermission = 'default'
  const Real = window.Notification
  document.hasFocus = () => isInFront
  Object.assign(window, {
    shown,
    leave: (away: boolean) => {
      isInFront = !away
      if (!away) window.dispatchEvent(new Event('focus'))
    },
    Notification: class extends Real {
      static override get permission() {
        return permission
      }
      static override async requestPermission() {
        permission = 'granted'
        return permission
      }
      constructor(title: string, options?: NotificationOptions) {
        super(title, options)
        shown.push(this)
      }
    },
  })
}

type Watched = { shown: Notification[]; leave(away: boolean): void }

test('[ELE-32] tells of a question and of the end of a turn while the tab isn’t in front, once the browser allows it @all', async ({
  app,
}) => {
  await app.page.context().grantPermissions(['notifications'])
  await app.page.addInitScript(watched)
  await app.page.reload()
  const person = new Steps(app)
  await person.prepare({ servers: { playground: { type: 'playground' } } })
  const { page } = app
  const away = (is: boolean): Promise<void> => page.evaluate((it) => (window as unknown as Watched).leave(it), is)
  const bodies = (): Promise<string[]> =>
    page.evaluate(() => (window as unknown as Watched).shown.map(({ body }) => body))

  await person.open('Settings')
  await page.getByRole('link', { name: words.settings.parts.appearance }).click()
  await expect(page.getByText(notices.notYet)).toBeVisible()
  await look(page, 'notifications')
  await page.getByRole('button', { name: notices.allow }).press('Enter')
  await expect(page.getByText(notices.notYet)).toBeHidden()

  await person.newConversation()
  await person.composer.fill('!tool playground__tell_time {}')
  await away(true)
  await person.composer.press('Enter')
  await expect.poll(bodies).toEqual([noticeWords.needsYou('playground')])
  await away(false)
  await person.allow('Tell the time')
  await expect(person.receipts).toBeVisible()

  await person.composer.fill('Hello')
  await away(true)
  await person.composer.press('Enter')
  await expect.poll(bodies).toEqual([noticeWords.needsYou('playground'), noticeWords.ends.done])
  await expect(page).toHaveTitle(words.frame.windowTitle(0, noticeWords.titles.done))
  await away(false)
  await expect(page).toHaveTitle(words.frame.windowTitle(0, words.frame.pages.chat))
})
