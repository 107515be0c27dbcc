const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** The playground's own texts, as a server sends them to people and models: definitions, results and resources. */
export const playgroundWords = {
  instructions: 'Small tools that show what the protocol can do. Notes are in memory until the playground stops.',
  clock: {
    title: 'Tell the time',
    description: 'Tells the time in a time zone, by this computer’s clock.',
    zone: 'Time zone',
    zoneHelp: 'A name from the time zone database.',
    now: (time: string, zone: string) => `It is ${time} in ${zone}.`,
    unknown: (zone: string) => `No time zone is named ${zone}. Try Europe/Berlin or UTC.`,
  },
  countdown: {
    title: 'Count down',
    description: 'Counts down to zero and reports progress. Cancel it, and it stops.',
    from: 'From',
    fromHelp: 'The number of steps.',
    pace: 'Pace',
    paceHelp: 'A step each second, or each tenth of a second.',
    left: (steps: number) => `${steps} to go`,
    zero: 'zero',
    done: (from: number) => `Counted down from ${from}.`,
    stopped: (left: number, from: number) => `count_down was stopped at ${left} of ${from}`,
    ended: (from: number) => `count_down went from ${from} to zero`,
  },
  dice: {
    title: 'Roll dice',
    description: 'Rolls dice. The same seed gives the same rolls.',
    count: 'Dice',
    countHelp: 'The number of dice.',
    sides: 'Sides',
    sidesHelp: 'The number of sides on each die.',
    seed: 'Seed',
    seedHelp: 'Leave it out for random rolls.',
    rolled: (rolls: readonly number[], sum: number) => `Rolled ${rolls.join(', ')}; the sum is ${sum}.`,
  },
  notes: {
    id: 'ID',
    idHelp: 'A note’s ID, as List notes returns it.',
    missing: (id: string) => `No note has the ID ${id}.`,
    missingHelp: (id: string) => `No note has the ID ${id}. List notes shows all IDs.`,
    list: 'List notes',
    listDescription: 'Lists the notes in the playground’s notebook, each with a link to it as a resource.',
    counted: (notes: number) => `${plural(notes, 'note')}.`,
    read: 'Read a note',
    readDescription: 'Returns one note as an embedded resource.',
    add: 'Add a note',
    addDescription: 'Adds a note to the playground’s notebook. Notes are in memory until the playground stops.',
    name: 'Title',
    nameHelp: 'The note’s title.',
    text: 'Text',
    textHelp: 'The note’s text.',
    full: 'The notebook is full. Delete a note, then add this one again.',
    added: (id: string) => `Note ${id} was added.`,
    delete: 'Delete a note',
    deleteDescription: 'Deletes a note permanently. Without an undo, this is how a destructive tool looks.',
    deleted: (id: string) => `Note ${id} was deleted.`,
    first: [
      ['Welcome', 'This notebook is in memory. Its notes are gone when the playground stops.'],
      ['Things to try', 'Add a note, look at it as a resource, then delete it. That tool is marked as destructive.'],
    ],
  },
  order: {
    title: 'Price an order',
    description: 'Adds up the prices of some toys. This is only arithmetic: nothing is ordered, sent or kept.',
    street: 'Street',
    city: 'City',
    postcode: 'Postcode',
    item: 'Item',
    quantity: 'Quantity',
    wrap: 'Gift wrap',
    wrapHelp: 'Costs 2.00 each.',
    name: 'Name',
    address: 'Address',
    customer: 'Customer',
    items: 'Items',
    itemsHelp: 'At least one.',
    note: 'Note',
    noteHelp: 'Shown on the receipt.',
    total: (total: string) => `The order comes to ${total}.`,
  },
  picture: {
    title: 'Draw a picture',
    description: 'Draws a small pattern and returns it as a PNG image. Nothing is written to disk.',
    pattern: 'Pattern',
    patternHelp: 'The pattern to draw.',
    colour: 'Colour',
    colourHelp: 'The colour to draw it in.',
    size: 'Size',
    sizeHelp: 'Pixels per side.',
    drawn: (pattern: string, colour: string, size: number) => `${pattern} in ${colour}, ${size} × ${size} pixels`,
  },
  figures: {
    title: 'Measure a text',
    description: 'Counts a text’s characters, words and sentences, and finds its most frequent words.',
    text: 'Text',
    textHelp: 'The text to measure.',
    counted: (characters: number, words: number, sentences: number) =>
      `${plural(characters, 'character')}, ${plural(words, 'word')}, ${plural(sentences, 'sentence')}.`,
  },
  question: {
    title: 'Ask me something',
    description: 'Shows you a small form, then repeats your answers. Nothing is kept.',
    name: 'Name',
    nameHelp: 'Your name',
    drink: 'Drink',
    sugar: 'Sugar',
    sugarHelp: 'Spoons',
    again: 'Come back tomorrow',
    message: 'What would you like to drink?',
    noForms: 'This app doesn’t show forms from servers, so you weren’t asked. Nothing was served.',
    noAnswer: 'This is not an answer to the form.',
    accepted: (values: string) => `You said: ${values}`,
    declined: 'You declined, so nothing was served.',
    closed: 'You closed the form.',
  },
  fault: {
    title: 'Fail on purpose',
    description: 'Always returns an error. Nothing breaks: this is how a failed call looks.',
    reason: 'Reason',
    reasonHelp: 'The error’s text.',
    usualReason: 'You asked for it.',
    failed: (reason: string) => `This failed on purpose: ${reason}`,
  },
  prompts: {
    tour: 'Show me around',
    tourDescription: 'Asks the model to show what the playground can do.',
    tourText: 'Show me what the playground server can do: use three of its tools, one after another.',
    write: 'Write a note',
    writeDescription: 'Asks the model to write a note and add it to the notebook.',
    topicHelp: 'The note’s topic',
    toneHelp: 'The note’s tone',
    tones: ['plain', 'cheerful', 'formal', 'in verse'],
    writeText: (topic: string, tone: string) =>
      `Write a short note about ${topic} in this tone: ${tone}. Add it to the playground’s notebook.`,
    discuss: 'Discuss a note',
    discussDescription: 'Shows the model a note and asks for its opinion.',
    idHelp: 'The note’s ID',
    discussText: 'What do you think of this note? What is missing in it?',
  },
  resources: {
    guide: 'Guide',
    guideDescription: 'Everything you can try, and what it shows.',
    picture: 'Picture',
    pictureDescription: 'Violet rings, as a resource that isn’t text.',
    note: 'Note',
    noteDescription: 'One note from the notebook, by its ID.',
    guideText: `# The playground

A server inside Atrium. It can’t reach your files or the network, and forgets everything when it stops.

| Try | to see |
| --- | --- |
| Tell the time, Roll dice | a plain result; the same call twice |
| List notes, Read a note | links to resources and an embedded one |
| Add a note | a tool that changes something but deletes nothing |
| Delete a note | a tool that deletes |
| Draw a picture | an image as a result |
| Measure a text | a structured result with a schema |
| Price an order | nested arguments, lists and choices |
| Count down | progress and cancelling |
| Ask me something | a form that a server shows while its tool runs |
| Fail on purpose | a tool’s own error |

Resources: this guide, a picture, and each note at \`note://{id}\`, with completion for its ID.
Prompts: *Show me around*, *Write a note* and *Discuss a note*, with completion for their arguments.

The playground uses protocol version 2026-07-28, or an earlier one with \`"era": "legacy"\` in its configuration.
`,
  },
} as const
