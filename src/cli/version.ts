// The version of this package. package.json says it too; a test holds the two together.
export const version = '0.1.0';
