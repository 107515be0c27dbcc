import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commandWords as words } from '../../../main/host/commands/words.ts'
import { Atrium } from '../../support/atrium.ts'

let atrium: Atrium
let home: string
beforeEach(async () => {
  atrium = await Atrium.start()
  home = realpathSync(atrium.directory)
  mkdirSync(path.join(home, 'notes'))
})
afterEach(() => atrium.close())

const find = (typed: string) => atrium.person.link.call('findFolder', { typed })

describe('[ROO-4] a typed folder', () => {
  test('is found from the home folder, by its full path and through a link', async () => {
    symlinkSync(path.join(home, 'notes'), path.join(home, 'link'))
    for (const typed of ['~/notes', ' ~/notes/ ', path.join(home, 'notes'), '~/link'])
      expect(await find(typed), typed).toEqual({ folder: path.join(home, 'notes') })
    expect(await find('~')).toEqual({ folder: home })
  })

  test('is refused in a sentence if it is missing, a file or not written in full', async () => {
    writeFileSync(path.join(home, 'file'), '')
    await expect(find('~/gone')).rejects.toMatchObject({ code: 'bad-input', message: words.missingFolder })
    await expect(find('~/file')).rejects.toMatchObject({ code: 'bad-input', message: words.noFolder })
    await expect(find('notes')).rejects.toMatchObject({ code: 'bad-input', message: words.notFull })
    await expect(find('~bob/notes')).rejects.toMatchObject({ code: 'bad-input', message: words.notFull })
  })
})
