//! Who can be compared with whom.

/// The strongly connected components of a directed graph given as an n × n matrix of "there is an edge i → j", each
/// sorted, in the order of their first members. Two nodes share a component if each can reach the other.
pub fn components(edges: &[Vec<bool>]) -> Vec<Vec<usize>> {
    let reach = reachable(edges);
    let mut components: Vec<Vec<usize>> = Vec::new();
    for i in 0..edges.len() {
        match components.iter_mut().find(|c| reach[i][c[0]] && reach[c[0]][i]) {
            Some(component) => component.push(i),
            None => components.push(vec![i]),
        }
    }
    components
}

/// Which nodes each node reaches in any number of steps, itself included (Warshall 1962).
pub fn reachable(edges: &[Vec<bool>]) -> Vec<Vec<bool>> {
    let mut reach = edges.to_vec();
    for (i, row) in reach.iter_mut().enumerate() {
        row[i] = true;
    }
    for via in 0..edges.len() {
        let onward = reach[via].clone();
        for row in &mut reach {
            if row[via] {
                row.iter_mut().zip(&onward).for_each(|(r, o)| *r |= o);
            }
        }
    }
    reach
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(n: usize, edges: &[(usize, usize)]) -> Vec<Vec<bool>> {
        let mut matrix = vec![vec![false; n]; n];
        edges.iter().for_each(|(i, j)| matrix[*i][*j] = true);
        matrix
    }

    #[test]
    fn a_cycle_hangs_together_and_a_chain_does_not() {
        assert_eq!(components(&graph(3, &[(0, 1), (1, 2), (2, 0)])), [vec![0, 1, 2]]);
        assert_eq!(components(&graph(3, &[(0, 1), (1, 2), (0, 2)])), [vec![0], vec![1], vec![2]]);
        assert_eq!(components(&graph(4, &[(0, 3), (3, 0), (1, 2), (2, 1), (0, 1)])), [vec![0, 3], vec![1, 2]]);
        assert!(components(&[]).is_empty());
    }

    #[test]
    fn reach_follows_arrows() {
        let reach = reachable(&graph(3, &[(0, 1), (1, 2)]));
        assert!(reach[0][2] && !reach[2][0] && reach[1][1]);
    }
}
