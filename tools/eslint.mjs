// eslint and what it needs for TypeScript, for those who cannot import them by name: they are installed here, not in the root.
export { ESLint } from 'eslint';
export { default as tseslint } from 'typescript-eslint';
