// What the grammar wanted when it stopped, in a form that syntax-errors.ts can read: chevrotain
// hands the wanted token only to this provider, so the "message" is the name of that token.
import type { IParserErrorMessageProvider } from 'chevrotain';

export const expectation: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected }) => expected.name,
  buildNotAllInputParsedMessage: () => '',
  buildNoViableAltMessage: () => '',
  buildEarlyExitMessage: () => '',
};
