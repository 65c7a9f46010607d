/**
 * Which characters a text from outside may hold. What a reader cannot see can hide or reorder what they do see, and what
 * steers a terminal or a log has no place in either. Such text is refused, never rewritten: the writer keeps what they meant.
 */

/** Control characters (terminal escapes are made of them), private use, halves of characters, and code points with no character. */
const UNPRINTABLE = /[\p{Cc}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029]/u

/**
 * Unicode's own list of what is not drawn, and what turns the direction of the text around it. Beside them the empty Braille
 * cell and the anchors of annotations, which are drawn as nothing too.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800\ufff9-\ufffb]/u

/** Joiners and variation selectors shape what stands before them, in Persian, in Indic scripts and in emoji. Alone they hide. */
const SHAPING =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\d#*]|\uFE0F)(?:\u200C|\u200D|\uFE0E|\uFE0F)/gu

/** More marks than any language stacks on one letter: they run over the lines above and below. */
const STACKED_MARKS = /\p{M}{5,}/u

const LINE_BREAKS = /\r?\n/g

const isDrawn = (text: string): boolean =>
  !UNPRINTABLE.test(text) && !INVISIBLE.test(text.replaceAll(SHAPING, '')) && !STACKED_MARKS.test(text)

/** One line of characters that are all seen as they are. */
export const isPlainLine = isDrawn

/** The same over several lines. */
export const isPlainText = (text: string): boolean => isDrawn(text.replaceAll(LINE_BREAKS, ' '))
