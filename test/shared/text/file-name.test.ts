import { expect, test } from 'vitest'
import { cleanFileName, codeFileName, textFileName } from '../../../shared/text/file-name.ts'

test('[RND-12] makes a name that is safe on every system from any text', () => {
  const cleaned = (name: string): string => {
    const { stem, extension } = cleanFileName(name)
    return `${stem}.${extension}`
  }
  expect(cleaned('Notes about oboes.md')).toBe('Notes-about-oboes.md')
  expect(cleaned('Übersicht.CSV')).toBe('Übersicht.csv')
  expect(cleaned('../../etc/passwd')).toBe('etc-passwd.txt')
  expect(cleaned(String.raw`C:\a\b.json`)).toBe('C-a-b.json')
  expect(cleaned('.bashrc')).toBe('text.bashrc')
  expect(cleaned('con.txt')).toBe('text.txt')
  expect(cleaned('gpj\u202Eexe.txt')).toBe('gpjexe.txt')
  expect(cleaned('...')).toBe('text.txt')
  expect(cleaned('a.verylongextension')).toBe('a.txt')
  expect(cleanFileName('x'.repeat(300)).stem).toHaveLength(60)
  expect(cleanFileName('\u{1F600}'.repeat(80)).stem).toBe('text')
})

test('[RND-12] names the file of code by its language, and of a text by its first heading', () => {
  expect(codeFileName('TypeScript', 'let a')).toBe('code.ts')
  expect(codeFileName('python', 'a')).toBe('code.py')
  expect(codeFileName('exe', 'a')).toBe('code.txt')
  expect(codeFileName(undefined, 'a')).toBe('code.txt')
  expect(codeFileName('markdown', 'Hello\n\n## The **oboe** ##\n')).toBe('The oboe.md')
  expect(codeFileName('md', 'no heading')).toBe('code.md')
  expect(textFileName('# Oboe\n\nText', 'result')).toBe('Oboe.md')
  expect(textFileName('Text', 'result')).toBe('result.txt')
})
