// The protocol between pages and scripts: every `data-*` attribute, id and class that scripts use or give. Browsers
// never load this module; it holds types and documentation. `tests/web/test_protocol.py` compares it with templates,
// boards and scripts, and `docs/design/page-protocol.md` shows it as a page.
//
// Writers are `templates`, `boards` (the pictures of the games), `pages` (Python code of the pages) and `scripts`;
// readers are scripts by name, `styles` (the style sheets), `pages`, and `people`.

/** What a page plays of an event on the board's own elements; `football/beats.py` writes it. All fields may be missing.
 * @typedef {object} Beat
 * @property {number} [n] the number of its event
 * @property {string} [last] the picture of this play, where later plays came with it
 * @property {boolean} [play] a play begins: what was turned up and rolled comes in
 * @property {number} [ball] where the ball goes, as a share of the field from the left goal line
 * @property {string} [banner] what runs across the board
 * @property {string} [words] the sentence about it
 * @property {import('./sound.mjs').Sound} [sound]
 * @property {string} [shows] the kind of elements of which one more comes in (`data-with`)
 * @property {number} [side]
 * @property {string} [clock] the game clock from now on
 * @property {[number, number]} [points] the score from now on
 * @property {[string, string][]} [men] players who move from place to place
 * @property {[string, string]} [throw] the ball flies from place to place
 * @property {boolean} [anew] the teams line up again
 */

/** Attributes, without the `data-` they begin with. */
export const ATTRIBUTES = {
  again: {
    meaning: 'the server is still calculating what stands here: reload it in a moment',
    writer: 'templates',
    reader: 'chart-editor.mjs, league.mjs',
  },
  answers: {
    meaning: 'how many answers this page has sent; on `#table`, for tests',
    writer: 'scripts',
    reader: 'people',
  },
  aside: {
    meaning: 'a form whose reply may take a while (a hint); an answer overtakes it',
    writer: 'templates',
    reader: 'transport.mjs',
  },
  at: {
    meaning: 'on a board: the place where a player stands; on a replay: the number of the step shown',
    writer: 'templates, boards, scripts',
    reader: 'board-squares.mjs, player-animation.mjs, replay.mjs',
  },
  attempt: {
    meaning: 'the button that sends two touched places which are no answer, to be told why (`touched`)',
    writer: 'templates',
    reader: 'board-squares.mjs',
  },
  beat: {
    meaning: 'how an element enters with a play: turn, roll, sum, drop or draw',
    writer: 'boards',
    reader: 'beat-effects.mjs',
  },
  beats: {
    meaning: 'on `#table`: the beats of the newest events, as JSON (`Beat`); on the root: something is being played',
    writer: 'templates, scripts',
    reader: 'beats.mjs, lesson.mjs, replay.mjs, table-page.mjs, styles',
  },
  beside: {
    meaning: 'a form that is no answer (settings, queue): it waits for an answer that is under way',
    writer: 'templates',
    reader: 'transport.mjs',
  },
  'board-editor': {
    meaning: 'a lineup that can be drawn: the board and its pieces, as JSON (`BoardEditor`)',
    writer: 'templates',
    reader: 'board-editor.mjs',
  },
  cancel: {
    meaning: 'the button that forgets the place touched first',
    writer: 'templates',
    reader: 'board-squares.mjs',
  },
  chairs: {
    meaning: 'the form that asks for the number of teams: a choice sends it at once',
    writer: 'templates',
    reader: 'app.mjs',
  },
  chart: {
    meaning: 'the id of the field that takes what is drawn',
    writer: 'templates',
    reader: 'board-editor.mjs',
  },
  choices: {
    meaning: 'a team picker: the address of the teams to search',
    writer: 'templates',
    reader: 'team-picker.mjs',
  },
  clock: {
    meaning: 'the game clock in the score line',
    writer: 'templates',
    reader: 'spoilers.mjs, styles',
  },
  close: {
    meaning: 'a link that closes the menu it lies in',
    writer: 'templates',
    reader: 'table.mjs',
  },
  'close-hint': {
    meaning: 'the link that closes a hint',
    writer: 'templates',
    reader: 'transport.mjs',
  },
  'edit-square': {
    meaning: 'a square of a lineup that is drawn',
    writer: 'scripts',
    reader: 'board-editor.mjs',
  },
  commitment: {
    meaning: 'the hash of the server seed, on a form that starts a game: for people who verify the dice',
    writer: 'templates',
    reader: 'people',
  },
  confirm: {
    meaning: 'the button that gives the answer picked by card or from the list: its verb',
    writer: 'templates',
    reader: 'board-cards.mjs, keyboard.mjs, styles',
  },
  copy: {
    meaning: 'a button that copies the field with this id',
    writer: 'templates',
    reader: 'app.mjs',
  },
  draws: {
    meaning: 'which way a line draws itself: left or right',
    writer: 'boards',
    reader: 'beat-effects.mjs',
  },
  drives: {
    meaning: 'on the root: drives are being drawn, one after the other',
    writer: 'scripts',
    reader: 'beats.mjs, styles',
  },
  due: {
    meaning: 'on the form for own cards: how many the seat may enter at once',
    writer: 'templates',
    reader: 'roll-pads.mjs',
  },
  face: {
    meaning: 'which face a card on the board shows; another one turns it over',
    writer: 'boards',
    reader: 'beat-effects.mjs, beats.mjs',
  },
  following: {
    meaning: 'the link to the next step of a replay',
    writer: 'templates',
    reader: 'replay.mjs',
  },
  from: {
    meaning: 'the address of a long list of teams',
    writer: 'templates',
    reader: 'app.mjs',
  },
  halves: {
    meaning: 'the button of an answer of two cards: all pairs of keys that are answers',
    writer: 'templates',
    reader: 'board-cards.mjs, keyboard.mjs',
  },
  held: {
    meaning: 'on `#table`, while a play is shown: the question waits (shown, hidden, soon)',
    writer: 'scripts',
    reader: 'question-hold.mjs, styles',
  },
  hinted: {
    meaning: 'what a hint names on the board',
    writer: 'pages',
    reader: 'styles',
  },
  home: {
    meaning: "the home team's color, where the board declares one (`HOME_INK`)",
    writer: 'templates',
    reader: 'styles',
  },
  key: {
    meaning: 'a picture that is an answer: its key',
    writer: 'boards',
    reader: 'board.mjs, pages',
  },
  'key-nav': {
    meaning: 'the key of the keyboard that follows this link',
    writer: 'templates',
    reader: 'replay.mjs',
  },
  lane: {
    meaning: 'the number of a lane',
    writer: 'boards',
    reader: 'beat-effects.mjs',
  },
  lanes: {
    meaning: 'lanes one below the other: the first place, the step, and how many fit',
    writer: 'boards',
    reader: 'beat-effects.mjs',
  },
  league: {
    meaning: "the league's id, for its announcements",
    writer: 'templates',
    reader: 'league.mjs',
  },
  left: {
    meaning: 'the seconds left of a turn, in a draft room',
    writer: 'templates',
    reader: 'clock.mjs',
  },
  live: {
    meaning: 'a form of the table that is sent without loading a page',
    writer: 'templates',
    reader: 'transport.mjs',
  },
  local: {
    meaning: "a moment to be shown in the browser's own time zone",
    writer: 'templates',
    reader: 'dom.mjs',
  },
  marks: {
    meaning: 'on the root: whether the marks on the board are shown',
    writer: 'scripts',
    reader: 'styles',
  },
  'marks-switch': {
    meaning: 'the button that shows or hides the marks',
    writer: 'scripts',
    reader: 'marks-toggle.mjs',
  },
  move: {
    meaning: 'an element with an id that glides when its place changes',
    writer: 'boards',
    reader: 'beats.mjs, player-animation.mjs',
  },
  n: {
    meaning: 'the number of an event, on its line of the play-by-play',
    writer: 'pages',
    reader: 'spoilers.mjs, table-page.mjs',
  },
  notify: {
    meaning: 'the button that asks the browser for notifications',
    writer: 'templates',
    reader: 'notifications.mjs',
  },
  once: {
    meaning: 'an element that enters when it is new, not with every play',
    writer: 'boards',
    reader: 'beat-effects.mjs, beats.mjs',
  },
  other: {
    meaning: "a field for somebody else's name, which is not remembered",
    writer: 'templates',
    reader: 'app.mjs',
  },
  pace: {
    meaning: 'a button that chooses how drives are played back',
    writer: 'scripts',
    reader: 'playback.mjs',
  },
  pack: {
    meaning: 'on the form for own cards: those that can be drawn; empty where that is secret',
    writer: 'templates',
    reader: 'roll-pads.mjs',
  },
  pad: {
    meaning: 'the faces of one die, the ranks or the suits: one is picked',
    writer: 'templates',
    reader: 'roll-pads.mjs',
  },
  patient: {
    meaning: 'a region that is left alone while somebody types in it',
    writer: 'templates',
    reader: 'table-page.mjs',
  },
  play: {
    meaning: 'the button that plays a replay',
    writer: 'templates',
    reader: 'replay.mjs',
  },
  plays: {
    meaning: "on a lesson: the step's play is being shown, its text waits",
    writer: 'scripts',
    reader: 'lesson.mjs, styles',
  },
  pointed: {
    meaning: 'what a lesson points at on the board',
    writer: 'pages',
    reader: 'lesson.mjs, styles',
  },
  points: {
    meaning: "a team's score, with the id `points-` and the seat",
    writer: 'templates',
    reader: 'beats.mjs',
  },
  quick: {
    meaning: 'the button of an answer of two cards: a tap on the second card presses it',
    writer: 'templates',
    reader: 'board-cards.mjs, styles',
  },
  region: {
    meaning: 'a part of the page, with the same word as id, that is replaced when it changed',
    writer: 'templates',
    reader: 'focus.mjs, replay.mjs, spoilers.mjs, table-page.mjs',
  },
  replay: {
    meaning: 'the page is a replay',
    writer: 'templates',
    reader: 'app.mjs, replay.mjs',
  },
  reserve: {
    meaning: 'the seconds left in reserve, in a draft room',
    writer: 'templates',
    reader: 'clock.mjs',
  },
  'reserve-left': {
    meaning: 'where the reserve is shown',
    writer: 'templates',
    reader: 'clock.mjs',
  },
  seat: {
    meaning: 'the seat that the page is for; empty: somebody watches',
    writer: 'templates',
    reader: 'beats.mjs, table-page.mjs, transport.mjs',
  },
  shortcut: {
    meaning: 'the key of the keyboard that presses this button',
    writer: 'templates',
    reader: 'keyboard.mjs',
  },
  size: {
    meaning: 'of a league: how many entries its log has; of a replay: how many steps',
    writer: 'templates, scripts',
    reader: 'league.mjs, replay.mjs',
  },
  slot: {
    meaning: 'a place on the board that takes a card: its name',
    writer: 'boards',
    reader: 'board-cards.mjs, board.mjs, pages',
  },
  sound: {
    meaning: 'the button for sound',
    writer: 'templates',
    reader: 'sound.mjs',
  },
  square: {
    meaning: 'a place on the board that can be touched: its name',
    writer: 'boards',
    reader: 'board-squares.mjs, board.mjs, player-animation.mjs, pages',
  },
  stamp: {
    meaning: 'grows with every page for this seat: an older page never takes the place of a newer one',
    writer: 'templates',
    reader: 'table-page.mjs',
  },
  state: {
    meaning: 'whether the game is open, live or over',
    writer: 'templates',
    reader: 'table-page.mjs, transport.mjs, styles',
  },
  still: {
    meaning: 'a league page that answers a form: it is not fetched again',
    writer: 'templates',
    reader: 'league.mjs',
  },
  table: {
    meaning: "the table's id",
    writer: 'templates',
    reader: 'app.mjs, transport.mjs',
  },
  tag: {
    meaning: 'the state of the table as this seat sees it; the server announces the newest one',
    writer: 'templates',
    reader: 'transport.mjs',
  },
  theme: {
    meaning: 'on the root: light or dark, where a person chose',
    writer: 'scripts',
    reader: 'app.mjs, styles',
  },
  'theme-switch': {
    meaning: 'the button for light and dark',
    writer: 'templates',
    reader: 'app.mjs',
  },
  told: {
    meaning: 'the newest event that was shown before this step',
    writer: 'templates',
    reader: 'lesson.mjs, replay.mjs',
  },
  touches: {
    meaning: 'on an answer: the places (`data-square`) that are touched to give it, in order',
    writer: 'templates, pages',
    reader: 'board-squares.mjs',
  },
  turn: {
    meaning: 'whether this seat has to answer: yes or no',
    writer: 'templates',
    reader: 'table-page.mjs, transport.mjs, styles',
  },
  usual: {
    meaning: 'the sentence below a team picker in which nothing is chosen',
    writer: 'templates',
    reader: 'app.mjs',
  },
  with: {
    meaning: 'the elements that enter with a beat: a kind and a number, such as `drive-7`',
    writer: 'boards',
    reader: 'beat-effects.mjs, beats.mjs, playback.mjs',
  },
};

/** Ids. */
export const IDS = {
  ask: 'the question, the hand, the answers',
  'ask-h': 'the heading of the question',
  ball: 'the ball on the field',
  beside: 'drawers beside the board',
  board: 'the board',
  chain: 'the line to gain',
  change: 'the drawer in which a lineup is changed',
  event: 'the sentence about the last event',
  fixed: 'drawers that never change',
  gauge: 'the win-probability bar itself',
  'lab-at-work': 'the server is still calculating an analysis',
  last: 'the last play',
  league: 'a page of a league',
  live: 'what screen readers are told',
  log: 'the play-by-play',
  'part-last': 'the picture of the last play',
  say: 'the text of a lesson',
  score: 'the score line',
  scrim: 'the line of scrimmage',
  table: 'the whole of a table, a replay, a lesson or a drill',
  trial: 'the results of a chart trial',
};

/** Classes that scripts look for or give. */
export const CLASSES = {
  ahead: 'a line of an event that is not shown yet',
  aim: 'the slot that the next click fills',
  alert: 'a message about a problem',
  arrows: 'arrows of the last turn on a board',
  'as-list': 'the drawer with all answers of a board that is played by hand',
  banner: 'where a banner runs across the board',
  board: 'the board',
  call: 'the button of an answer of two cards',
  can: 'can be touched now',
  carried: 'the ball in the hands of a player',
  choice: 'a button that is an answer, with its help',
  confirm: 'a menu, or a question before something is done',
  cursor: 'the place that arrow keys have come to',
  dragged: 'a card that follows the pointer',
  drawer: 'a part of the page that opens',
  editgrid: 'the board of a lineup that is drawn',
  enter: 'the button that enters own dice or cards',
  ev: 'a line of the play-by-play',
  found: 'the teams that a search found',
  from: 'the place that was touched first',
  group: 'answers that belong together, such as all of one player',
  hand: 'cards in hand',
  'hand-picked': 'the cards of a hand that are picked',
  has: 'the mark of possession',
  hint: 'the hint that was asked for',
  jumps: 'links to moments of a replay',
  laid: 'a card that waits on a slot',
  lesson: 'the page is a lesson or a drill',
  lifted: 'a card that the next tap plays',
  list: 'a list of fields of a chart',
  lit: 'where one can go from the place touched first',
  log: 'the lines of the play-by-play',
  main: 'the button that stands out',
  'main-choices': 'answers that are not on the board',
  marks: 'marks on the board',
  mid: 'the middle of the score line',
  muted: 'text that stands back',
  new: 'a field that was changed',
  offers: 'the answers of one touch are listed',
  options: 'the form of a question',
  pace: 'the buttons of the playback',
  part: 'a picture of the board',
  past: 'the copy of the board on which players move',
  pcard: 'a card',
  pick: 'a choice of a form',
  picked: 'the team that was picked',
  pointed: 'what a lesson or a hint points at',
  quiet: 'a button that stands back',
  rolls: 'the form for own dice and cards',
  row: 'fields and buttons side by side',
  scrub: 'the curve of a replay',
  sent: 'the answer that is under way',
  sheet: 'a chart in the editor',
  sheetcells: 'the cells of a chart',
  short: 'little time is left',
  small: 'small text',
  spot: 'a place on the board that can be touched',
  sr: 'text for screen readers',
  steps: 'the buttons of a replay',
  tally: "a team's score and the mark of possession",
  told: 'the sentence below a team picker',
  trouble: 'a problem that the script found',
  'turn-again': 'the button that shows the last turn again',
  verbs: 'undo, hint and the like',
  'waited-for': 'the hint that is under way',
  waits: 'a slot with a card that waits',
  way: 'the links of a lesson',
  wishbox: 'the draft queue',
  words: 'the sentence of a line',
};
