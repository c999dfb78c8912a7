import type { RuleTester } from 'oxlint/plugins-dev';

type Rule = Parameters<RuleTester['run']>[1];
type Visitor = ReturnType<NonNullable<Rule['create']>>;
type Child = Parameters<NonNullable<Visitor['JSXElement']>>[0]['children'][number];
type Expression = Extract<Child, { type: 'JSXExpressionContainer' }>['expression'];

/** Variables, properties and functions that stand for elements, by their names; `map` is that of an array. */
const ELEMENTS =
  /^(action|before|children|contact|contactLine|content|dialog|google|head|heading|help|intro|link|map|mark|number|picture|step|way)$/;
const CONSTANT = /^[A-Z_]+$/;
/** The text that a component consists of, always or if something is so. */
const RETURNED_TEXT = ['', 'IfStatement > ']
  .map(
    (condition) =>
      `FunctionDeclaration[id.name=/^[A-Z]/] > BlockStatement > ${condition}ReturnStatement > :matches(Literal[value=/./], TemplateLiteral)`,
  )
  .join(', ');

function nameOf(node: Expression): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'ChainExpression') return nameOf(node.expression);
  if (node.type === 'CallExpression') return nameOf(node.callee);
  return node.type === 'MemberExpression' && !node.computed ? node.property.name : '';
}

const isConstant = (node: Expression) => CONSTANT.test(nameOf(node));

type Kind = 'nothing' | 'elements' | 'fixed text' | 'text';

function kindOf(node: Expression): Kind {
  if (node.type === 'JSXEmptyExpression') return 'nothing';
  if (node.type === 'Literal') {
    return typeof node.value === 'string' && node.value.trim() !== '' ? 'fixed text' : 'nothing';
  }
  if (node.type === 'TemplateLiteral') {
    return node.expressions.every(isConstant) ? 'fixed text' : 'text';
  }
  if (node.type === 'ConditionalExpression') {
    return isText(node.consequent) || isText(node.alternate) ? 'text' : 'elements';
  }
  if (node.type === 'LogicalExpression') return isText(node.right) ? 'text' : 'elements';
  if (node.type === 'BinaryExpression') return 'text';
  if (isConstant(node)) return 'fixed text';
  const names = ['Identifier', 'ChainExpression', 'CallExpression', 'MemberExpression'];
  return names.includes(node.type) && !ELEMENTS.test(nameOf(node)) ? 'text' : 'elements';
}

const isText = (node: Expression) => kindOf(node).endsWith('text');

function kindOfChild(child: Child): Kind {
  if (child.type === 'JSXText') return child.value.trim() === '' ? 'nothing' : 'fixed text';
  return child.type === 'JSXExpressionContainer' ? kindOf(child.expression) : 'elements';
}

const message =
  'A page translation would freeze this text. Put it into an element of its own, or make it one text with what is beside it.';

/**
 * A page translation replaces the text nodes of a page. React still finds the text of an element that has no other
 * child, but neither a text beside others that changes or goes, nor one that an element is inserted before. What is beside
 * the text of a fragment or a component is elsewhere.
 */
const rule: Rule = {
  create(context) {
    const check = (children: readonly Child[], inFragment: boolean) => {
      const shown = children.filter((child) => kindOfChild(child) !== 'nothing');
      if (shown.length < 2 && !inFragment) return;
      let insertsBefore = false;
      for (const child of shown) {
        const kind = kindOfChild(child);
        if (kind === 'elements') insertsBefore = child.type === 'JSXExpressionContainer';
        else if (kind === 'text' || insertsBefore || inFragment) {
          context.report({ node: child, message });
        }
      }
    };
    return {
      [RETURNED_TEXT]: (node) => context.report({ node, message }),
      JSXElement: ({ children }) => check(children, false),
      JSXFragment: ({ children }) => check(children, true),
    };
  },
};

export default { meta: { name: 'site' }, rules: { 'translatable-text': rule } };
