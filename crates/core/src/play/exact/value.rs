//! Values of positions: parts of the graph whose positions lead to each other are valued together, those that lead nowhere
//! else first.

use super::graph::{Graph, Kind, Node};

/// Two values that differ by less are equal.
const NEAR: f64 = 1e-14;

impl Graph {
    /// Returns for each place the probability with which each side can make sure of winning from there, from below. At most
    /// so many links are checked.
    pub(super) fn values(&self, mut steps: u64) -> Vec<[f64; 2]> {
        // By place: what each side can make sure of.
        let mut values = vec![[0.0; 2]; self.len()];
        for part in self.parts() {
            loop {
                let mut change = 0.0_f64;
                for node in &part {
                    let value = self.value(*node, &values);
                    let known = &mut values[*node as usize];
                    change = change.max(value[0] - known[0]).max(value[1] - known[1]);
                    *known = value;
                    steps = steps.saturating_sub(self.targets(*node).len() as u64 + 1);
                }
                if change < NEAR || part.len() == 1 && !self.targets(part[0]).contains(&part[0]) || steps == 0 {
                    break;
                }
            }
        }
        values
    }

    /// Returns the value of a place to each side by those of the places it leads to.
    fn value(&self, node: Node, values: &[[f64; 2]]) -> [f64; 2] {
        let targets = self.targets(node);
        match self.kind(node) {
            Kind::Over(None) => [0.0; 2],
            Kind::Over(Some(winner)) => [f64::from(winner == 0), f64::from(winner == 1)],
            Kind::Chance => {
                let mut sum = [0.0; 2];
                for (target, probability) in targets.iter().zip(self.probabilities(node)) {
                    let value = values[*target as usize];
                    sum[0] += probability * value[0];
                    sum[1] += probability * value[1];
                }
                sum
            }
            Kind::Choice(player) => {
                let of = |side: usize| {
                    let each = targets.iter().map(|target| values[*target as usize][side]);
                    if side == usize::from(player) { each.fold(0.0, f64::max) } else { each.fold(1.0, f64::min) }
                };
                [of(0), of(1)]
            }
        }
    }

    /// Returns the parts of the graph whose places lead to each other, each after all that it leads to (Tarjan's algorithm).
    fn parts(&self) -> Vec<Vec<Node>> {
        const NEW: u32 = u32::MAX;
        let (mut index, mut low) = (vec![NEW; self.len()], vec![0_u32; self.len()]);
        let mut on_stack = vec![false; self.len()];
        let (mut stack, mut parts, mut found) = (Vec::new(), Vec::new(), 0);
        // The places on the way from the start, each with the next of its links.
        let mut way: Vec<(Node, usize)> = vec![(self.start, 0)];
        while let Some((node, link)) = way.last_mut() {
            let at = *node as usize;
            if *link == 0 && index[at] == NEW {
                (index[at], low[at], on_stack[at]) = (found, found, true);
                found += 1;
                stack.push(*node);
            }
            if let Some(target) = self.targets(*node).get(*link).copied() {
                *link += 1;
                let to = target as usize;
                if index[to] == NEW {
                    way.push((target, 0));
                } else if on_stack[to] {
                    low[at] = low[at].min(index[to]);
                }
                continue;
            }
            let node = *node;
            way.pop();
            if let Some((before, _)) = way.last() {
                low[*before as usize] = low[*before as usize].min(low[at]);
            }
            if low[at] == index[at] {
                let first = stack.iter().rposition(|other| *other == node).unwrap_or(0);
                let part = stack.split_off(first);
                part.iter().for_each(|node| on_stack[*node as usize] = false);
                // Those found last lie nearest to the end.
                parts.push(part.into_iter().rev().collect());
            }
        }
        parts
    }
}
